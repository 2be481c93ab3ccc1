import pandas as pd

df = pd.read_csv("readings.tsv", sep="\t").set_index(["station", "depth_m"]).sort_index()

surface = df.xs(0, level="depth_m")
deep = df.xs(20, level="depth_m")
print("difference between surface and 20 m")
print((surface - deep).round(2).to_string())

wide = df["temp_c"].unstack("station")
print("\ntemperature by depth")
print(wide.round(1).to_string())

thermocline = -wide.diff().div(pd.Series(wide.index, index=wide.index).diff(), axis=0)
print("\nsteepest layer starts at (m):")
for station in wide.columns:
    position = wide.index.get_loc(thermocline[station].idxmax())
    print(f"  {station}: {wide.index[position - 1]}")

stacked = wide.stack().rename("t").reset_index()
print("\nrows after stacking:", len(stacked), "columns:", list(stacked.columns))
