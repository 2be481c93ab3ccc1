# unittest and doctest as libraries -- ok
# with: guard modules=unittest,doctest,sys,logging,argparse,textwrap,traceback,warnings,contextlib,enum,abc,decimal,fractions,itertools,heapq,bisect,string,time,calendar,uuid,hashlib,base64,html,difflib,pprint,operator,timeit
import argparse
import collections
import contextlib
import dataclasses
import enum
import functools
import io
import logging
import sys
import timeit
import traceback
import typing
import unittest
import warnings


def double(x):
    """Twice.

    >>> double(2)
    4
    """
    return 2 * x


class Doubles(unittest.TestCase):
    def setUp(self):
        self.x = 3

    def test_double(self):
        self.assertEqual(double(self.x), 6)
        with self.assertRaises(TypeError):
            double(None) + []


class Colour(enum.Enum):
    RED = 1


@dataclasses.dataclass(frozen=True, order=True)
class Point:
    x: int
    y: int = dataclasses.field(default_factory=functools.partial(int, 3))


class Named(typing.NamedTuple):
    a: int


P = collections.namedtuple("P", "x y")
stream = io.StringIO()
result = unittest.TextTestRunner(stream=stream).run(unittest.defaultTestLoader.loadTestsFromTestCase(Doubles))
assert result.wasSuccessful(), stream.getvalue()
parser = argparse.ArgumentParser()
parser.add_argument("--n", type=int, default=2)
arguments = parser.parse_args([])
logging.basicConfig(level=logging.INFO, stream=sys.stdout)
logging.getLogger("x").info("said %d", arguments.n)
with warnings.catch_warnings(record=True) as caught, contextlib.suppress(ValueError):
    warnings.simplefilter("always")
    warnings.warn("w")
    raise ValueError
try:
    1 / 0
except ZeroDivisionError:
    text = traceback.format_exc()
assert "1 / 0" in text or "ZeroDivisionError" in text
timeit.timeit(functools.partial(double, 2), number=10)
print("contained", len(caught), Point(1) < Point(2), Colour["RED"], Named(1), P(1, 2)._replace(x=3), sys.argv)
