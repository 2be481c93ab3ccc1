import os
import pandas as pd

def process_file(filepath):
    df = pd.read_csv(filepath)
    name = os.path.splitext(os.path.basename(filepath))[0]
    out = f"{name}_summary.csv"
    df.describe().to_csv(out)
    return out

print(process_file("sales.csv"))
