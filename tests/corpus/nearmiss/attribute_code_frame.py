# harmless: attributes named code, frame and closure on own objects
from dataclasses import dataclass
@dataclass
class Parcel:
    code: str
    frame: int
    closure: str
p = Parcel("A1", 3, "zip")
print(p.code, p.frame, p.closure)
