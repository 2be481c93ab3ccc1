class BankError(Exception):
    """Base class."""
    def __init__(self, message, *, account=None):
        super().__init__(message)
        self.account = account
    def __str__(self):
        base = super().__str__()
        return f"[{self.account}] {base}" if self.account else base

class InsufficientFunds(BankError):
    def __init__(self, account, needed):
        super().__init__(f"short by {needed:.2f}", account=account)
        self.needed = needed

class Account:
    _next_id = 1000
    def __init__(self, owner, balance=0.0):
        self.owner, self._balance = owner, balance
        self.id = Account._next_id
        Account._next_id += 1
        self.history = []
    @property
    def balance(self):
        return self._balance
    @balance.setter
    def balance(self, v):
        if v < 0:
            raise InsufficientFunds(self.id, -v)
        self._balance = v
    def withdraw(self, amount):
        self.balance -= amount
        self.history.append(("withdraw", amount))
    def transfer(self, other, amount):
        self.withdraw(amount)
        other.balance += amount
    def __repr__(self):
        return f"{self.__class__.__name__}(owner={self.owner!r}, balance={self.balance:.2f})"

a, b = Account("Ann", 100), Account("Bob")
a.transfer(b, 60)
try:
    a.transfer(b, 60)
except InsufficientFunds as e:
    print(e, e.needed, type(e).__name__, e.args)
print(a, b, a.history)
