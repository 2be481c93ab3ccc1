import pandas as pd
df = pd.DataFrame({"age": [25, 40, 31], "city": ["Rome", "Oslo", "Rome"], "score": [1.5, 2.5, 3.5]})
print(df.query("age > 30 and city == 'Rome'"))
limit = 2
print(df.query("score > @limit"))
print(df.eval("ratio = score / age").round(3))
print(df.query("`age` in [25, 31]").index.tolist())
