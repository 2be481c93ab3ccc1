# reaches: pandas.read_xml of a foreign path
import pandas as pd
try:
    pd.read_xml("/srv/secret.txt", parser="etree")
except Exception as e:
    print(type(e))
