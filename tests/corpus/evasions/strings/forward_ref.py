# reaches: a ForwardRef evaluates its text
from typing import ForwardRef
ForwardRef(open("notes.txt").read().strip())._evaluate({}, {}, frozenset())
