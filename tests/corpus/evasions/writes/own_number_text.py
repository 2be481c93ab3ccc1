# reaches: a number of an own class says what str gives
import pandas as pd
df = pd.DataFrame({'a': [1]})
class N(int):
    def __str__(self):
        return "/srv/drop/p"
x = N(1)
df.to_csv(str(x) + ".csv")
