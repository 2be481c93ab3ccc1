import json
import re
from collections import defaultdict
from datetime import datetime, timedelta
from typing import Iterator, NamedTuple, Optional

LINE = re.compile(
    r"""^(?P<ts>\d{4}-\d\d-\d\d\ \d\d:\d\d:\d\d)\s
        \[(?P<level>[A-Z]+)\]\s
        (?P<module>\w+):\s(?P<message>.*)$""",
    re.VERBOSE,
)


class LogEntry(NamedTuple):
    timestamp: datetime
    level: str
    module: str
    message: str


def parse(line: str) -> Optional[LogEntry]:
    match = LINE.match(line)
    if match is None:
        return None
    return LogEntry(datetime.fromisoformat(match["ts"]), match["level"], match.group("module"), match["message"])


def entries(path: str) -> Iterator[LogEntry]:
    with open(path) as fh:
        for number, line in enumerate(fh, start=1):
            if (entry := parse(line.rstrip("\n"))) is not None:
                yield entry
            else:
                print(f"skipping line {number}")


def main():
    counts = defaultdict(lambda: defaultdict(int))
    latencies = []
    first = last = None
    for entry in entries("service.log"):
        counts[entry.module][entry.level] += 1
        if found := re.search(r"took (\d+) ms", entry.message):
            latencies.append(int(found.group(1)))
        first = first or entry.timestamp
        last = entry.timestamp
    span: timedelta = last - first
    latencies.sort()
    p95 = latencies[int(0.95 * (len(latencies) - 1))]
    print(json.dumps({"counts": counts, "p95_ms": p95, "span_s": span.total_seconds()}, indent=1))


if __name__ == "__main__":
    main()
