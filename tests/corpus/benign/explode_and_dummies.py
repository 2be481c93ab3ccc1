import pandas as pd

films = pd.DataFrame({"title": ["P", "Q", "R"], "tags": ["a|b", "b", "c|a"]})
tags = films.assign(tag=films["tags"].str.split("|")).explode("tag")
print(tags["tag"].value_counts().sort_index().to_dict())
print(pd.get_dummies(tags.set_index("title")["tag"]).groupby(level=0).max().astype(int).values.tolist())
