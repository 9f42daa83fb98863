"""SUPERCOP's data.

words.py knows how the words of a line are written and read, reading.py and block.py make records of lines, and
reports/supercop.py makes lines of records. docs/data-format.md says what becomes of each line, and what is lost.
"""
