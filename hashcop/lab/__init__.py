"""A lab of many machines: copies the tree and jobs to each machine, and its data back.

A worker on each machine runs `./do`, which does not depend on this package.
"""
