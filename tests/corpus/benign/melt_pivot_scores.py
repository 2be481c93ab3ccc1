import pandas as pd

wide = pd.DataFrame({"pupil": ["x", "y"], "maths": [3, 5], "art": [4, 2]})
long = wide.melt(id_vars="pupil", var_name="subject", value_name="score")
back = long.pivot_table(index="pupil", columns="subject", values="score", aggfunc="max")
print(long.sort_values(["pupil", "score"]).to_dict("records")[0])
print(back.reset_index().rename_axis(None, axis=1).to_csv(index=False).strip())
