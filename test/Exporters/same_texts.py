"""Whether every .mlir file of FOLDER is the same in NEW:  same_texts.py FOLDER NEW"""

import os
import sys
from pathlib import Path

folder, new = sys.argv[1:]
names = sorted(name for name in os.listdir(folder) if name.endswith(".mlir"))
texts = {name: [Path(os.path.join(where, name)).read_text() for where in (folder, new)] for name in names}
different = [name for name, (old, found) in texts.items() if old != found]
print(f"{len(names) - len(different)} of {len(names)} texts are the same", *different)
sys.exit(bool(different or not names))
