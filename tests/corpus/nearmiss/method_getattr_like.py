# harmless: a record of the program's own has a method named get_attr
class Record:
    def __init__(self, **fields):
        self.fields = fields
    def get_attr(self, name, default=None):
        return self.fields.get(name, default)
print(Record(region="north").get_attr("region"), Record().get_attr("x", 0))
