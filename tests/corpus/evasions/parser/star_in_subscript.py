# reaches: a starred subscript hands over exec
class T:
    def __class_getitem__(cls, items):
        return items[0](open("steps.txt").read())
T[*[exec], 1]
