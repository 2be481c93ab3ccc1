# reaches: a subscripted class applies exec
class Column:
    def __class_getitem__(cls, text, f=exec):
        return f(text)
Column[open("steps.txt").read()]
