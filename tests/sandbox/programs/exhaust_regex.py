# a catastrophic pattern ends with its CPU time -- cpu_limit
# with: cpu_ms=300 wall_ms=20000
import re

re.match(r"(a+)+$", "a" * 64 + "!")
