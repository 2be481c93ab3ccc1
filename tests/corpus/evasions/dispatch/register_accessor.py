# reaches: a registered accessor runs exec when it is read
import pandas as pd
@pd.api.extensions.register_dataframe_accessor("totals")
class Totals:
    def __init__(self, frame):
        exec(open("steps.txt").read())
pd.DataFrame().totals
