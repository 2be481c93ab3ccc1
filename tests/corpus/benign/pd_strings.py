import pandas as pd
s = pd.Series(["Alice Smith ", "bob JONES", None, "carol-ann  li"])
print(s.str.strip().str.title().str.split(expand=True), s.str.len().tolist(), s.str.contains("o", case=False, na=False).tolist(), s.str.extract(r"(?P<first>\w+)[\s-]+(?P<last>\w+)"))
print(s.str.replace(r"\s+", " ", regex=True).str.cat(sep="|"), s.str.get(0).tolist(), s.str[:3].tolist(), s.str.findall("[aeiou]").str.len().tolist(), s.str.pad(15, fillchar=".").iloc[1], s.str.zfill(12).iloc[0], s.str.partition(" ")[0].tolist())
print(s.map(len, na_action="ignore").tolist(), s.str.get_dummies(sep=" ").shape, s.str.startswith("A").sum(), s.astype("string").str.upper().tolist(), s.str.encode("utf-8").iloc[0], s.str.slice(0, 2).tolist(), s.str.match("^b").tolist())
