"""Tokenise and evaluate arithmetic with a precedence climbing parser."""
import operator
import re
from typing import NamedTuple


class Token(NamedTuple):
    kind: str
    text: str
    column: int


SPEC = [("NUMBER", r"\d+(?:\.\d+)?"), ("OP", r"[-+*/^()]"), ("SPACE", r"\s+"), ("BAD", r".")]
MASTER = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in SPEC))
BINARY = {
    "+": (1, operator.add), "-": (1, operator.sub),
    "*": (2, operator.mul), "/": (2, operator.truediv), "^": (3, operator.pow),
}


def tokenize(source):
    for m in MASTER.finditer(source):
        kind = m.lastgroup
        if kind == "BAD":
            raise SyntaxError(f"unexpected {m.group()!r} at column {m.start() + 1}")
        if kind != "SPACE":
            yield Token(kind, m.group(), m.start() + 1)
    yield Token("END", "", len(source) + 1)


class Parser:
    def __init__(self, source):
        self.tokens = list(tokenize(source))
        self.position = 0

    @property
    def current(self):
        return self.tokens[self.position]

    def advance(self):
        token = self.current
        self.position += 1
        return token

    def atom(self):
        token = self.advance()
        if token.kind == "NUMBER":
            return float(token.text)
        if token.text == "-":
            return -self.expression(2)
        if token.text == "(":
            value = self.expression(0)
            if self.advance().text != ")":
                raise SyntaxError("missing )")
            return value
        raise SyntaxError(f"unexpected {token.text or 'end'} at column {token.column}")

    def expression(self, minimum):
        value = self.atom()
        while self.current.text in BINARY and BINARY[self.current.text][0] >= minimum:
            op = self.advance().text
            precedence, apply = BINARY[op]
            right = self.expression(precedence if op == "^" else precedence + 1)
            value = apply(value, right)
        return value


for text in ("1 + 2 * 3", "(1 + 2) * 3", "2 ^ 3 ^ 2", "-4 / (2 - 1)", "7 + $", "(1", "8 / 3"):
    try:
        print(f"{text:<14} = {Parser(text).expression(0):g}")
    except SyntaxError as error:
        print(f"{text:<14} ! {error}")
