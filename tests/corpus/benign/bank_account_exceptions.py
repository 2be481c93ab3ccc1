from contextlib import contextmanager


class BankError(Exception):
    """Base class for account errors."""


class InsufficientFunds(BankError):
    def __init__(self, needed, available):
        super().__init__(f"needed {needed:.2f}, only {available:.2f} available")
        self.needed = needed
        self.available = available


class Account:
    def __init__(self, owner, balance=0.0):
        self.owner = owner
        self._balance = balance
        self.history = []

    @property
    def balance(self):
        return self._balance

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError("deposit must be positive")
        self._balance += amount
        self.history.append(("deposit", amount))

    def withdraw(self, amount):
        if amount > self._balance:
            raise InsufficientFunds(amount, self._balance)
        self._balance -= amount
        self.history.append(("withdraw", amount))


@contextmanager
def transaction(account):
    before, n = account._balance, len(account.history)
    try:
        yield account
    except BankError as error:
        account._balance = before
        del account.history[n:]
        print(f"rolled back: {error}")
    else:
        print("committed")


acct = Account("C-11", 100)
with transaction(acct) as a:
    a.deposit(50)
    a.withdraw(30)
with transaction(acct) as a:
    a.withdraw(20)
    a.withdraw(500)

try:
    acct.deposit(-5)
except ValueError as exc:
    print("error:", exc)
finally:
    print(acct.owner, f"{acct.balance:.2f}", acct.history)
