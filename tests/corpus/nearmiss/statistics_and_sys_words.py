# harmless: statistics used plainly beside words such as sys and os
import statistics
sys_times, os_times = [1.0, 2.0, 4.0], [2.0, 2.5]
print(statistics.median(sys_times), statistics.mean(os_times))
