import csv
from collections import defaultdict
from decimal import Decimal

RATES = {"EUR": Decimal("1"), "USD": Decimal("0.92"), "GBP": Decimal("1.17")}
SIGN = {"deposit": 1, "withdrawal": -1, "fee": -1, "transfer": -1}

balances = defaultdict(Decimal)
by_kind = defaultdict(lambda: [0, Decimal(0)])
flagged = []

with open('transactions.csv', newline='') as f:
    for rec in csv.DictReader(f):
        amount = Decimal(rec['amount']) * RATES[rec['currency']]
        balances[rec['account']] += SIGN[rec['kind']] * amount
        entry = by_kind[rec['kind']]
        entry[0] += 1
        entry[1] += amount
        if amount > 700 and not rec['memo']:
            flagged.append(rec['txn_id'])

print('Balances (EUR)')
for acct in sorted(balances):
    print(f'  {acct}  {balances[acct]:>12,.2f}')
print('By kind')
for kind, (n, total) in sorted(by_kind.items(), key=lambda kv: -kv[1][1]):
    print(f'  {kind:<11} {n:>3}  {total:>12,.2f}')
print('Large without memo:', ', '.join(flagged) or 'none')
