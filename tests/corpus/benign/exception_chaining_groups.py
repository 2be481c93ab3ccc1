class ImportFailed(Exception):
    def __init__(self, row, reason):
        super().__init__(f"row {row}: {reason}")
        self.row = row


def parse_amount(text):
    try:
        value = float(text)
    except ValueError as e:
        raise ValueError(f"cannot read {text!r} as a number") from e
    if value != value:
        raise ValueError("not a number")
    return value


def load(rows):
    good, bad = [], []
    for n, text in enumerate(rows, 1):
        try:
            good.append(parse_amount(text))
        except ValueError as e:
            bad.append(ImportFailed(n, e))
        else:
            if good[-1] < 0:
                bad.append(ImportFailed(n, "negative"))
                good.pop()
        finally:
            pass
    return good, bad


good, bad = load(["10", "x", "-4", "nan", "2.5e2", ""])
print(good)
for problem in bad:
    print(type(problem).__name__, problem)

try:
    parse_amount("1,5")
except ValueError as e:
    print(e, "| caused by", type(e.__cause__).__name__)

try:
    raise ExceptionGroup("several", bad[:2])
except ExceptionGroup as group:
    print(group.message, [p.row for p in group.exceptions])

for divisor in (2, 0, "a"):
    try:
        print(10 / divisor)
    except (ZeroDivisionError, TypeError) as e:
        print(f"{type(e).__name__}: {e}")
