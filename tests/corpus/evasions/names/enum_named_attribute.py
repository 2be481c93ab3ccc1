# reaches: the attribute name is the value of an enum member
import os
from enum import Enum
class Column(Enum):
    FIRST = "system"
getattr(os, Column.FIRST.value)("/srv/canary")
