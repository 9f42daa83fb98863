"""SUPERCOP's data, in and out.

words.py is what both directions share, reading.py and block.py make facts of lines, writing.py makes lines of facts.
docs/data-format.md says what becomes of what, and what is lost.
"""
