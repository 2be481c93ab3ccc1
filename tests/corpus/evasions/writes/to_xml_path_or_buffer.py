# reaches: to_xml with its own keyword
import pandas as pd
pd.DataFrame({'a': [1]}).to_xml(path_or_buffer='/srv/drop/p.csv', parser='etree')
