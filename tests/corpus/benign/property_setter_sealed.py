class Account:
    def __init__(self, owner):
        self.__owner = owner
        self._balance = 0

    @property
    def balance(self):
        return self._balance

    @balance.setter
    def balance(self, value):
        if value < 0:
            raise ValueError("overdrawn")
        self._balance = value

    def __repr__(self):
        return f"{type(self).__name__}({self.__owner!r}, {self.balance})"

class Savings(Account):
    rate = 0.1

    def add_interest(self):
        self.balance *= 1 + self.rate
        return super().__repr__()

s = Savings("eve")
s.balance = 100
print(s.add_interest(), repr(s))
