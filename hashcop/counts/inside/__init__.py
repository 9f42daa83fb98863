"""What runs in the sandbox beside the compiler: passes, classes of operations, counters. Imports nothing else of ours.

A stranger's code decides what the optimiser and these modules read. So they run confined, as the compiler does, and
whoever reads what they print believes no more of it than of a program's answers.
"""
