from html import escape
from pathlib import Path
from string import Template

page = Template("<h1>$title</h1>\n<ul>\n$rows\n</ul>\n")
rows = "\n".join(f"<li>{escape(str(v))}</li>" for v in ["a < b", 3, None])
out = Path("report.html")
out.write_text(page.substitute(title="Report", rows=rows), encoding="utf-8")
print(out.read_text(encoding="utf-8").count("<li>"), out.suffix, out.stat().st_size > 10)
