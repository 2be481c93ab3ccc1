# reaches: a number of an own class says what 02d gives
import pandas as pd
df = pd.DataFrame({'a': [1]})
class N(int):
    def __format__(self, spec):
        return "/srv/drop/p"
for x in [N(1)]:
    df.to_csv(f"{x:02d}.csv")
