import re
from typing import NamedTuple

class Token(NamedTuple):
    kind: str
    text: str
    pos: int

SPEC = [("NUM", r"\d+(?:\.\d+)?"), ("OP", r"[-+*/^()]"), ("WS", r"\s+"), ("BAD", r".")]
PATTERN = re.compile("|".join(f"(?P<{k}>{v})" for k, v in SPEC))

def tokens(src):
    for m in PATTERN.finditer(src):
        if m.lastgroup == "BAD":
            raise SyntaxError(f"bad character {m.group()!r} at {m.start()}")
        if m.lastgroup != "WS":
            yield Token(m.lastgroup, m.group(), m.start())

class Parser:
    def __init__(self, src):
        self.toks = list(tokens(src))
        self.i = 0
    def peek(self):
        return self.toks[self.i].text if self.i < len(self.toks) else None
    def next(self):
        t = self.toks[self.i]
        self.i += 1
        return t
    def parse(self):
        value = self.expr()
        if self.peek() is not None:
            raise SyntaxError("trailing input: " + self.peek())
        return value
    def expr(self):
        v = self.term()
        while self.peek() in ("+", "-"):
            op = self.next().text
            r = self.term()
            v = v + r if op == "+" else v - r
        return v
    def term(self):
        v = self.factor()
        while self.peek() in ("*", "/"):
            op = self.next().text
            r = self.factor()
            v = v * r if op == "*" else v / r
        return v
    def factor(self):
        t = self.next()
        if t.text == "(":
            v = self.expr()
            if self.next().text != ")":
                raise SyntaxError("expected )")
            return v
        if t.text == "-":
            return -self.factor()
        return float(t.text)

for src in ["1 + 2 * 3", "(1 + 2) * -3", "10 / 4 - 1", "2 $ 3"]:
    try:
        print(f"{src:15} = {Parser(src).parse():g}")
    except SyntaxError as exc:
        print(f"{src:15} ! {exc.msg}")
