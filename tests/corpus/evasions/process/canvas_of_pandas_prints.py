# reaches: the canvas of a table's chart prints by TeX
import pandas as pd
pd.Series([1], index=["x"]).plot().figure.canvas.print_figure("a.pgf")
