import csv
import html


def tag(name, *children, **attributes):
    attrs = "".join(f' {k.rstrip("_")}="{html.escape(str(v))}"' for k, v in attributes.items())
    return f"<{name}{attrs}>{''.join(children)}</{name}>"


def cell(value, kind="td"):
    number = value.replace(".", "", 1).replace("-", "", 1).isdigit()
    return tag(kind, html.escape(value), class_="number") if number else tag(kind, html.escape(value))


with open("readings.tsv", newline="") as f:
    header, *rows = csv.reader(f, delimiter="\t")

body = "\n".join(tag("tr", *map(cell, row)) for row in rows if row[0] == "mid")
page = tag("table", tag("caption", html.escape('Depth profile, "mid" <station> & co')), "\n", tag("tr", *(cell(h, "th") for h in header)), "\n", body, id="profile")
print(page)
print(html.unescape("&lt;5 &micro;g &amp; falling &#8595;"))
