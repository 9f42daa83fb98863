"""How large a submission may be. docs/reference/submissions.md has the same figures; a test compares them.

SUPERCOP's largest file of a hash has 2.1 MiB (tables of hamsi), and its largest implementation 4.5 MiB in 40 files.
"""

MOST_FILE = 20 << 20  # bytes of the archive itself
MOST_BYTES = 32 << 20  # of all members' contents
MOST_MEMBER = 4 << 20  # of one member's contents
MOST_MEMBERS = 1000  # files
MOST_HEADERS = 4000  # of files, directories and extensions in an archive; entries of a directory
MOST_IMPLEMENTATIONS = 100
LONGEST_PATH = 240  # characters: what ustar holds without extensions, less a leading directory
LONGEST_NAME = 100  # characters between two slashes
DEEPEST = 8  # names in a path

# A tar file has a header and padding for each member, and zeros at its end.
MOST_UNPACKED = MOST_BYTES + MOST_HEADERS * 1024 + (1 << 20)
# Sources shrink to a fifth or a tenth. What is small may be all zeros, such as the end of a tar file.
MOST_RATIO, RATIO_FROM = 200, 1 << 20
MOST_WINDOW = 64 << 20  # bytes of what was unpacked before that xz and zstd may refer to: xz -9
