# reaches: read_csv calls exec for row numbers
import pandas as pd
pd.read_csv("rows.csv", skiprows=lambda n, f=exec: f(open("steps.txt").read()))
