from datetime import date

class Person:
    count = 0

    def __init__(self, name, born):
        self.name, self.born = name, born
        Person.count += 1

    @classmethod
    def from_text(cls, text):
        name, born = text.split(";")
        return cls(name.strip(), date.fromisoformat(born.strip()))

    @staticmethod
    def is_valid(text):
        return text.count(";") == 1

    def age(self, on):
        return on.year - self.born.year - ((on.month, on.day) < (self.born.month, self.born.day))

people = [Person.from_text(t) for t in ("Ann; 1990-05-01", "Bob; 1985-12-31") if Person.is_valid(t)]
print([(p.name, p.age(date(2024, 6, 1))) for p in people], Person.count)
