"""The pages: addresses, what stands on each, and the writing of them."""
