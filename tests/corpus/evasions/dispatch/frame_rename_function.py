# reaches: rename calls eval on column labels
import pandas as pd
pd.DataFrame({open("notes.txt").read().strip(): [1]}).rename(columns=eval)
