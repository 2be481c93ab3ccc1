import re
from pathlib import Path


def slugify(text: str) -> str:
    text = text.lower().strip()
    text = re.sub(r"[^\w\s-]", "", text)
    text = re.sub(r"[\s_-]+", "-", text)
    return text.strip("-")


articles = [{"title": "Hello, World!", "body": "hi"}, {"title": "Data / Science", "body": "yo"}]
out = Path("posts")
out.mkdir(exist_ok=True)
for a in articles:
    (out / f"{slugify(a['title'])}.md").write_text(f"# {a['title']}\n\n{a['body']}\n")
print(len(list(out.glob("*.md"))))
