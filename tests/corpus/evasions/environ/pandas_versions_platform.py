# reaches: the module behind pandas.show_versions carries platform
import pandas as pd
print(pd.util._print_versions.platform.uname())
