#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What stands above the store's rooms includes their public headers alone: headers.py SOURCES."""
import pathlib
import re
import sys

ROOMS = ("database", "ledger", "store", "receipts")
PUBLIC = {"database.h", "ledger.h", "witness.h", "store.h", "queue.h", "outbox.h", "retention.h", "log_acts.h", "receipt.h"}
ABOVE = ("pipeline", "service", "cli")
INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)


def main():
    sources = pathlib.Path(sys.argv[1])
    private = {path.name for room in ROOMS for path in (sources / room).glob("*.h")} - PUBLIC
    files = [path for folder in ABOVE for path in sorted((sources / folder).rglob("*.[ch]"))]
    own = {path.name for path in files}
    wrong = [f"{path.relative_to(sources)} includes {name}, which is private to a room below"
             for path in files for name in INCLUDE.findall(path.read_text()) if name in private - own]
    print(*wrong, f"{len(files)} files, {len(private)} private headers, {len(wrong)} complaints", sep="\n")
    return 1 if wrong or not files or not private else 0


if __name__ == "__main__":
    sys.exit(main())
