# reaches: a classmethod hands the path to another by cls
import csv


class Report:
    @classmethod
    def load(cls, path):
        return open(path).read()

    @classmethod
    def make(cls, *parts):
        return cls.load("/".join(parts))


print(Report.make("", "srv", "secret.txt"))
