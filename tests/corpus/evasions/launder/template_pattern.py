# reaches: string.Template looks values up in a mapping that evaluates
from string import Template
class Values(dict):
    def __getitem__(self, key):
        return eval(open("notes.txt").read())
Template("$total").substitute(Values())
