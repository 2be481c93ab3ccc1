# SPDX-License-Identifier: MIT
"""Asks a service for three programs: one that is answered, one that the policy refuses, one that waits for a person.

    example.py ADDRESS TOKEN_FILE
"""
import asyncio
import sys

from sluice_client import AsyncClient, Client, SluiceError

REPORT = """import csv, json
rows = list(csv.DictReader(open("sales.csv")))
print(json.dumps({"total": sum(int(row["amount"]) for row in rows)}))
"""
TOTAL = {"type": "object", "required": ["total"], "properties": {"total": {"type": "integer"}}, "additionalProperties": False}


def one_after_the_other(client: Client) -> None:
    run = client.submit({"code": REPORT, "policy": "data-analysis", "output": {"schema": TOTAL},
                         "inputs": [{"name": "sales.csv", "text": "amount\n17\n25\n"}]}, wait=30)
    print(run["state"], run.get("answer"))
    refused = client.submit({"code": "import os\nos.system('id')\n", "policy": "data-analysis"}, wait=30)
    for finding in refused.get("findings", []):
        print(f"{refused['state']} line {finding['line']}: {finding['message']}")
    try:
        client.run("run_of_somebody_else")
    except SluiceError as error:
        print(error.status, error)


async def at_once(client: AsyncClient) -> None:
    runs = await asyncio.gather(*(client.submit({"code": f"print({n} * {n})", "policy": "data-analysis"}, wait=30) for n in (2, 3)))
    print([run.get("answer") for run in runs])
    waiting = await client.submit({"code": "import sqlite3\nprint(sqlite3.connect('a.db'))\n", "policy": "data-analysis"})
    run = await client.wait(waiting["run_id"], people=False)
    print(run["state"], run["reason"])


if len(sys.argv) != 3:
    sys.exit(__doc__)
address, token_file = sys.argv[1:]
one_after_the_other(Client(address, token_file=token_file))
asyncio.run(at_once(AsyncClient(address, token_file=token_file)))
