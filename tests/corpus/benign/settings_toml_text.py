import shlex
import tomllib

SETTINGS = """
title = "night batch"
steps = ["load 'march figures.csv'", "total --by region"]

[limits]
rows = 5000
ratio = 0.25
"""


class Step:
    __slots__ = ("verb", "words", "__weakref__")

    def __init__(self, line):
        self.verb, *self.words = shlex.split(line)


settings = tomllib.loads(SETTINGS)
steps = [Step(line) for line in settings["steps"]]
for step in steps:
    print(step.verb, step.words, shlex.join([step.verb, *step.words]))
print(settings["title"], settings["limits"]["rows"] * settings["limits"]["ratio"], hasattr(steps[0], "__dict__"))
try:
    tomllib.loads("rows = ")
except tomllib.TOMLDecodeError as problem:
    print("refused:", str(problem).split("(")[0])
