"""The result pages: addresses, the folder that holds them, templates, and the libraries of their scripts."""
