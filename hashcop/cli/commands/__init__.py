"""A module for each command of `./do`, with its options and its --help. None of them loads the engine until it runs."""
