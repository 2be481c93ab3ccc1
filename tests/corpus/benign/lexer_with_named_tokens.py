import re
from typing import NamedTuple

class Token(NamedTuple):
    kind: str
    value: str
    at: int

SPEC = [("NUM", r"\d+(\.\d+)?"), ("ID", r"[A-Za-z_]\w*"), ("OP", r"[-+*/=()]"), ("WS", r"\s+"), ("BAD", r".")]
PATTERN = re.compile("|".join(f"(?P<{k}>{p})" for k, p in SPEC))

def tokens(text):
    for m in PATTERN.finditer(text):
        if m.lastgroup == "BAD":
            raise SyntaxError(f"{m.group()!r} at {m.start()}")
        if m.lastgroup != "WS":
            yield Token(m.lastgroup, m.group(), m.start())

print([t.value for t in tokens("rate = 2.5 * (x+1)")])
try:
    list(tokens("a ? b"))
except SyntaxError as e:
    print(e)
