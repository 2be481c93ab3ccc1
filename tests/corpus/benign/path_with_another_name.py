from pathlib import Path
import pandas as pd

src = Path("sales.csv")
dst = src.with_name(f"{src.stem}_clean{src.suffix}")
pd.read_csv(src).dropna().to_csv(dst, index=False)
print(dst.name)
