import re
from functools import total_ordering


@total_ordering
class Version:
    _pattern = re.compile(r"^v?(\d+)\.(\d+)(?:\.(\d+))?(?:-(alpha|beta|rc)\.?(\d+)?)?$")
    _stages = {"alpha": 0, "beta": 1, "rc": 2, None: 3}

    def __init__(self, text):
        m = self._pattern.match(text)
        if not m:
            raise ValueError(f"not a version: {text!r}")
        major, minor, patch, stage, n = m.groups()
        self.text = text
        self.key = (int(major), int(minor), int(patch or 0), self._stages[stage], int(n or 0))

    def __eq__(self, other):
        if not isinstance(other, Version):
            return NotImplemented
        return self.key == other.key

    def __lt__(self, other):
        if not isinstance(other, Version):
            return NotImplemented
        return self.key < other.key

    def __hash__(self):
        return hash(self.key)

    def __repr__(self):
        return f"Version({self.text!r})"


texts = ["1.10.0", "1.9.3", "v1.9", "2.0.0-rc.1", "2.0.0-beta", "2.0.0", "2.0.0-alpha.3", "1.9.0", "two"]
versions = []
for t in texts:
    try:
        versions.append(Version(t))
    except ValueError as e:
        print("skipped,", e)
print([v.text for v in sorted(versions)])
print("latest:", max(versions), "distinct:", len(set(versions)))
print(Version("1.2") <= Version("1.2.0"), Version("1.2") != "1.2")
