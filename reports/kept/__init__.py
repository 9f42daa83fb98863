"""What is kept of data files, so that pages need not read all of them again: derived, and always rebuildable."""
