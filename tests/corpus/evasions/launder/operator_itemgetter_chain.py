# reaches: itemgetter and attrgetter composed from text
from operator import attrgetter, itemgetter
itemgetter("eval")(attrgetter("__self__.__dict__")(len))(open("notes.txt").read())
