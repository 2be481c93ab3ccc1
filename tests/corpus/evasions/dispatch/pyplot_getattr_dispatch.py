# reaches: a pyplot function chosen by a name from data
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
for name, args in [("plot", ([1, 2],)), ("savefig", ("/srv/drop/d.png",))]:
    getattr(plt, name)(*args)
