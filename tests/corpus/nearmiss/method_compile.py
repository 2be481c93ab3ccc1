# harmless: a report of the program's own has a method named compile
class Report:
    def __init__(self):
        self.lines = []
    def add(self, line):
        self.lines.append(line)
    def compile(self):
        return "\n".join(self.lines)
r = Report()
r.add("north 10")
r.add("south 20")
print(r.compile())
