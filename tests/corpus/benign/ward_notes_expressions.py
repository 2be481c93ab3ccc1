import re
import json

with open("ward_notes.txt") as f:
    text = f.read()

BP = re.compile(r"BP (?P<sys>\d{2,3})/(?P<dia>\d{2,3})")
DOSE = re.compile(r"Given (\d+(?:\.\d+)?)\s*(mg|ml|g) (\w+)", re.IGNORECASE)
DATE = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")

readings = [{k: int(v) for k, v in m.groupdict().items()} for m in BP.finditer(text)]
doses = [(float(n), u, drug) for n, u, drug in DOSE.findall(text)]
masked = DATE.sub(lambda m: f"{m.group(1)}-XX-XX", text)
masked = re.sub(r"(?<=HR )\d+", "##", masked)
paragraphs = [p for p in re.split(r"\n\s*\n", text) if p.strip()]
allergies = set()
for m in re.finditer(r"Allergies: ([^.]+)\.", text):
    allergies |= {a.strip().lower() for a in m.group(1).split(",")}
allergies.discard("none")
print(json.dumps({"n": len(readings), "max_sys": max(r["sys"] for r in readings), "drugs": sorted({d[2] for d in doses}),
                  "allergies": sorted(allergies), "paragraphs": len(paragraphs)}))
print(masked.splitlines()[1], re.escape("a.b*c"), re.fullmatch(r"[A-Z]\d+", "P12") is not None)
first = BP.search(text)
print(first.span(), first.start("sys"), first.expand(r"\g<dia>-\1"), first.string[:7], BP.pattern, BP.groups)
tokens = re.compile(r"(?P<num>\d+)|(?P<op>[+*/-])|(?P<ws>\s+)")
print([(m.lastgroup, m.group()) for m in tokens.finditer("12 + 7*3") if m.lastgroup != "ws"])
