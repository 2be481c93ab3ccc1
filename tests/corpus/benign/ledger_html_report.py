import pandas as pd
from string import Template
import html
import textwrap
import json

ROW = Template("<tr><td>$name</td><td class='$cls'>$value</td></tr>")


def html_report(title: str, rows: list[dict]) -> str:
    body = "\n".join(ROW.substitute(name=html.escape(r["name"]), value=f"{r['value']:,.2f}", cls="neg" if r["value"] < 0 else "pos") for r in rows)
    return textwrap.dedent("""\
        <html><head><title>{title}</title></head>
        <body><table>
        {body}
        </table></body></html>
        """).format(title=title, body=body)


def markdown_table(df: pd.DataFrame) -> str:
    cols = [df.index.name or ""] + list(df.columns)
    lines = ["| " + " | ".join(cols) + " |", "|" + "---|" * len(cols)]
    for idx, *vals in df.itertuples():
        lines.append("| " + " | ".join([str(idx)] + [f"{v:.2f}" if isinstance(v, float) else str(v) for v in vals]) + " |")
    return "\n".join(lines)


df = pd.read_csv("ledger_entries.csv")
merchants = df.groupby("merchant")["amount"].sum().reset_index()
rows = [{"name": m, "value": v} for m, v in merchants.values]
page = html_report("Merchants & more", rows)
with open("report.html", "w", encoding="utf-8") as f:
    f.write(page)
print(page)
print(markdown_table(df.groupby("currency").agg(total=("amount", "sum"), n=("amount", "size"))))
print(df.head(2).to_html(index=False, border=0)[:40], df.head(2).to_latex(index=False)[:10] if False else "", df.describe().to_dict()["amount"]["count"])
width = max(len(r["name"]) for r in rows)
for r in rows:
    print(f"{r['name']:<{width}} {r['value']:>+12,.2f} {'#' * min(20, int(abs(r['value']) / 100))}")
print(f"{'Name':^20}|{'Total':>10}", f"{1234.5678:_.2f}", f"{0.5:e}", f"{json.dumps({'a': 1})}", f"{'nested ' + f'{1 + 1}'}", f"{df.shape[0]!s:>6}", f"{3.0:g}", sep="\n")
