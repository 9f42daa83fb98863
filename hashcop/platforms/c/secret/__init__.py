"""Whether branches and addresses depend on a secret message: builds for it, and the tools that watch them."""
