import csv


def markdown_table(header, rows, align=None):
    align = align or ["left"] * len(header)
    cells = [[str(c) for c in header]] + [[str(c) for c in row] for row in rows]
    widths = [max(len(r[i]) for r in cells) for i in range(len(header))]

    def line(values):
        parts = []
        for value, width, how in zip(values, widths, align):
            parts.append(value.rjust(width) if how == "right" else value.ljust(width))
        return "| " + " | ".join(parts) + " |"

    rule = ["-" * (w - 1) + ":" if a == "right" else "-" * w for w, a in zip(widths, align)]
    return "\n".join([line(cells[0]), line(rule), *map(line, cells[1:])])


with open("readings.tsv", newline="") as f:
    data = list(csv.DictReader(f, delimiter="\t"))

rows = []
for station in dict.fromkeys(r["station"] for r in data):
    own = [r for r in data if r["station"] == station]
    surface = float(own[0]["temp_c"])
    bottom = float(own[-1]["temp_c"])
    gradient = (surface - bottom) / (float(own[-1]["depth_m"]) - float(own[0]["depth_m"]))
    rows.append([station.title(), len(own), f"{surface:.1f}", f"{bottom:.1f}", f"{gradient:.3f}"])

print("# Lake profile\n")
print(markdown_table(["Station", "n", "Surface °C", "Bottom °C", "°C per m"], rows, ["left"] + ["right"] * 4))
