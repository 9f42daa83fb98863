"""Operation counts: what an implementation does with data for one block of a message, counted by execution.

docs/explanations/counts.md says what is counted and why. llvmlite is optional: nothing here is loaded unless counts
are asked for.
"""
