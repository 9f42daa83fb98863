"""Runs a script of Yosys, a command on each line of the file that is named: what the sandbox starts.

Of an error the last line says what it was.
"""

import sys
from pathlib import Path

from pyosys import libyosys

design = libyosys.Design()
for line in Path(sys.argv[1]).read_text().splitlines():
    try:
        libyosys.run_pass(line, design)
    except Exception as error:
        print(f"\nERROR: {str(error).strip() or line}", flush=True)
        sys.exit(1)
