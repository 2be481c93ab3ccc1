# reaches: eval travels as an attribute of a chained cause
class Missing(Exception):
    def __init__(self, handler):
        self.handler = handler
try:
    try:
        raise Missing(eval)
    except Missing as inner:
        raise RuntimeError("later") from inner
except RuntimeError as outer:
    outer.__cause__.handler(open("notes.txt").read())
