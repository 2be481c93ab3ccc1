import json
import re
from collections import Counter, defaultdict
from datetime import datetime

LINE = re.compile(
    r'(?P<ip>\S+) \S+ \S+ \[(?P<time>[^\]]+)\] "(?P<method>[A-Z]+) (?P<path>\S+) [^"]+" (?P<status>\d{3}) (?P<size>\d+)'
)


def parse(line):
    match = LINE.match(line)
    if match is None:
        return None
    entry = match.groupdict()
    entry["time"] = datetime.strptime(entry["time"], "%d/%b/%Y:%H:%M:%S %z")
    entry["status"] = int(entry["status"])
    entry["size"] = int(entry["size"])
    return entry


def main():
    with open("access.log") as log:
        entries = [e for e in map(parse, log) if e]

    by_status = Counter(e["status"] // 100 for e in entries)
    traffic = defaultdict(int)
    for e in entries:
        traffic[e["path"]] += e["size"]
    errors = [e for e in entries if e["status"] >= 500]

    print(json.dumps({
        "requests": len(entries),
        "span_minutes": (entries[-1]["time"] - entries[0]["time"]).total_seconds() / 60,
        "status_classes": {f"{k}xx": v for k, v in sorted(by_status.items())},
        "bytes_by_path": dict(sorted(traffic.items(), key=lambda x: -x[1])),
        "error_rate": round(len(errors) / len(entries), 4),
        "busiest_ip": Counter(e["ip"] for e in entries).most_common(1)[0][1],
    }, indent=2))


if __name__ == "__main__":
    main()
