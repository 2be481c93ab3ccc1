import logging
import warnings
from datetime import date, timedelta
import statistics as st
import csv

logging.basicConfig(level=logging.INFO, format="%(levelname)s:%(name)s:%(message)s")
logger = logging.getLogger(__name__)
warnings.filterwarnings("ignore", category=DeprecationWarning)


class DataError(Exception):
    """Base error of this script."""


class RowError(DataError):
    def __init__(self, line: int, reason: str):
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


def parse_amount(text: str, line: int) -> float:
    try:
        value = float(text)
    except ValueError as exc:
        raise RowError(line, f"bad amount {text!r}") from exc
    else:
        logger.debug("line %d ok", line)
        return value
    finally:
        parse_amount.seen = getattr(parse_amount, "seen", 0) + 1


amounts = {}
errors = []
with open("ledger_entries.csv") as f:
    reader = csv.reader(f, delimiter=",", quotechar='"')
    header = next(reader)
    idx = {name: i for i, name in enumerate(header)}
    for n, row in enumerate(reader, 2):
        try:
            amounts.setdefault(row[idx["account"]], []).append(parse_amount(row[idx["amount"]], n))
        except DataError as e:
            errors.append(str(e))
            logger.warning("skipped: %s", e)

try:
    parse_amount("12,5", 999)
except RowError as e:
    logger.error("%s (cause: %r)", e, e.__cause__)

for account, values in sorted(amounts.items())[:5]:
    print(f"{account}: n={len(values):>3} mean={st.mean(values):>9.2f} sd={st.stdev(values):>8.2f} "
          f"median={st.median(values):>9.2f} q={[round(q, 1) for q in st.quantiles(values, n=4)]}")
flat = [v for vs in amounts.values() for v in vs]
nd = st.NormalDist.from_samples(flat)
print(round(nd.mean, 2), round(nd.stdev, 2), f"{nd.cdf(0):.3f}", parse_amount.seen)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    warnings.warn("late data", UserWarning, stacklevel=2)
print(len(caught), caught[0].category.__name__, date.today() > date(2000, 1, 1) + timedelta(weeks=3))
