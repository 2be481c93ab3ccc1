import argparse
import json
from dataclasses import asdict, dataclass
from typing import get_args

import numpy as np


@dataclass
class Settings:
    rows: int
    label: str
    scale: float


def read_options(words):
    parser = argparse.ArgumentParser(description="simulate a table")
    parser.add_argument("--rows", type=int, default=4)
    parser.add_argument("--label", default="base")
    parser.add_argument("--scale", type=float, default=None)
    return parser.parse_args(words)


options = read_options(["--rows", "3"])
print(vars(options))
for name, value in sorted(vars(options).items()):
    print(f"{name:>8} = {value}")
given = {name: value for name, value in vars(options).items() if value is not None}
settings = Settings(**{"scale": 2.0, **given})
print(json.dumps(asdict(settings), sort_keys=True), np.full(settings.rows, settings.scale).sum())
Pairs = dict[str, list[int]]
print(Pairs.__origin__ is dict, Pairs.__args__, get_args(Pairs)[0].__name__)
