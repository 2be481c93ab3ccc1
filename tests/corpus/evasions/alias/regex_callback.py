# reaches: re.sub calls a replacement bound to eval
import re
re.sub(r"(?s).+", lambda m, f=eval: str(f(m.group())), open("notes.txt").read())
