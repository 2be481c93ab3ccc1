# an exception whose text raises does not break the report -- error
class Bad(Exception):
    def __str__(self):
        raise RuntimeError("no text")

    __repr__ = __str__

raise Bad()
