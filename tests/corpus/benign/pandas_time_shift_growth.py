import json
import pandas as pd

index = pd.period_range("2022Q1", periods=10, freq="Q")
gdp = pd.DataFrame({"gdp": [102.0, 102.9, 103.1, 101.8, 101.2, 101.9, 103.3, 104.0, 105.2, 104.9]}, index=index)
gdp["qoq"] = gdp["gdp"].pct_change() * 100
gdp["yoy"] = gdp["gdp"].pct_change(4) * 100
gdp["contraction"] = gdp["qoq"].lt(0)
gdp["run"] = gdp["contraction"].groupby((~gdp["contraction"]).cumsum()).cumsum()
recession = gdp.index[gdp["run"] >= 2]

print(json.dumps({
    "latest": str(gdp.index[-1]),
    "yoy": gdp["yoy"].dropna().round(2).tolist(),
    "recession_quarters": [str(p) for p in recession],
    "best": str(gdp["qoq"].idxmax()),
}))
