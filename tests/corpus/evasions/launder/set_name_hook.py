# reaches: a class body's attribute learns its name and runs exec
class Field:
    def __set_name__(self, owner, name):
        exec(open("steps.txt").read())
class Row:
    amount = Field()
