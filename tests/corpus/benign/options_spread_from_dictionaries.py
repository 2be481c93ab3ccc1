# Options of tables and charts out of dictionaries that are written out.
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import pandas as pd

READ = {"sep": ",", "encoding": "utf-8"}
WRITE = {"index": False, "float_format": "%.2f"}
CONFIG = {
    "input": "branch_sales.csv",
    "charts": [
        {"kind": "bar", "column": "region", "file": "by_region.png"},
        {"kind": "pie", "column": "channel", "file": "by_channel.png"},
    ],
}


def draw(table, spec):
    options = {"autopct": "%1.0f%%"} if spec["kind"] == "pie" else {"color": "teal"}
    figure, axes = plt.subplots(figsize=(4, 3))
    table.groupby(spec["column"])["units"].sum().plot(kind=spec["kind"], ax=axes, **options)
    axes.set_title(f"units by {spec['column']}")
    figure.savefig(spec["file"], **{"dpi": 60})
    plt.close(figure)
    return spec["file"]


def run(config):
    table = pd.read_csv(config["input"], **READ)
    table.describe().to_csv("described.csv", **WRITE)
    return [draw(table, spec) for spec in config["charts"]]


print(run(CONFIG), pd.read_csv("described.csv").shape)
