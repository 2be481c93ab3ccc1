# reaches: the attribute name is a dataclass field's name
import os
from dataclasses import dataclass, fields
@dataclass
class Row:
    system: str = "/srv/canary"
getattr(os, fields(Row)[0].name)(Row().system)
