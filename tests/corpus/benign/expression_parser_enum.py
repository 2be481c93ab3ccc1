"""Small expression calculator with a tokenizer and a recursive descent parser."""
from __future__ import annotations
import operator
import re
from dataclasses import dataclass
from enum import Enum
from typing import Callable, ClassVar


class Kind(Enum):
    NUM = r"\d+(?:\.\d*)?"
    NAME = r"[A-Za-z_]\w*"
    OP = r"[-+*/^()]"
    SKIP = r"\s+"


@dataclass(frozen=True)
class Token:
    kind: Kind
    text: str


class ParseError(ValueError):
    pass


class Parser:
    OPS: ClassVar[dict[str, tuple[int, Callable[[float, float], float]]]] = {
        "+": (1, operator.add),
        "-": (1, operator.sub),
        "*": (2, operator.mul),
        "/": (2, operator.truediv),
        "^": (3, operator.pow),
    }

    def __init__(self, source: str, env: dict[str, float] | None = None):
        pattern = "|".join(f"(?P<{k.name}>{k.value})" for k in Kind)
        self.tokens = [Token(Kind[m.lastgroup], m.group()) for m in re.finditer(pattern, source)]
        self.tokens = [t for t in self.tokens if t.kind is not Kind.SKIP]
        self.env = env or {}
        self.pos = 0

    def peek(self) -> Token | None:
        return self.tokens[self.pos] if self.pos < len(self.tokens) else None

    def take(self) -> Token:
        token = self.peek()
        if token is None:
            raise ParseError("unexpected end")
        self.pos += 1
        return token

    def atom(self) -> float:
        t = self.take()
        if t.kind is Kind.NUM:
            return float(t.text)
        if t.kind is Kind.NAME:
            return self.env[t.text]
        if t.text == "(":
            value = self.expression()
            if self.take().text != ")":
                raise ParseError("expected )")
            return value
        if t.text == "-":
            return -self.atom()
        raise ParseError(f"unexpected {t.text!r}")

    def expression(self, minimum: int = 1) -> float:
        left = self.atom()
        while (t := self.peek()) and t.text in self.OPS:
            prec, fn = self.OPS[t.text]
            if prec < minimum:
                break
            self.take()
            left = fn(left, self.expression(prec + (t.text != "^")))
        return left


for text in ("1 + 2 * 3", "(1 + 2) * x", "2 ^ 3 ^ 2", "-4 / 8", "(1"):
    try:
        print(f"{text:<14} = {Parser(text, {'x': 4}).expression():g}")
    except (ParseError, KeyError) as exc:
        print(f"{text:<14} ! {exc}")
