import json

import pandas as pd

INPUT = "sales.csv"

def load(path):
    return pd.read_csv(path)

def describe(frame):
    return {"rows": int(len(frame) > 0), "columns": frame.shape[1] > 1}

def main(path=INPUT):
    print(json.dumps(describe(load(path)), sort_keys=True))

if __name__ == "__main__":
    main()
