# reaches: lower() makes a k of the Kelvin sign
import pandas as pd

getattr(pd, 'read_pic\u212ale'.lower())('model.pkl')
