# reaches: __anext__ gives a table's column
import pandas as pd

class Own:
    def __init__(self, item=None):
        self.items = [item]
        self.item = item

    def apply(self, name, *args, **kw):
        return None

    def put(self, value):
        self.items.append(value)
        return self


s = pd.Series(["x"])
frame = pd.DataFrame({"a": ["x"]})
import asyncio
class C:
    def __aiter__(self):
        return self
    async def __anext__(self):
        return s
async def main():
    x = Own()
    async for x in C():
        x.apply("to_csv", path_or_buf="/srv/drop/p.csv")
        break
asyncio.run(main())
