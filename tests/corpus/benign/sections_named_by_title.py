from pathlib import Path
import re

text = Path("essay.txt").read_text(encoding="utf-8")
sections = re.split(r"^## ", text, flags=re.M)[1:]
out = Path("sections")
out.mkdir(exist_ok=True)
for number, section in enumerate(sections, start=1):
    title, _, body = section.partition("\n")
    slug = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
    (out / f"{number:02d}-{slug}.md").write_text(body, encoding="utf-8")
print(len(sections))
