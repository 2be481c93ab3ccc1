# reaches: traceback.FrameSummary reads a line of a file
import traceback
print(traceback.FrameSummary('/srv/secret.txt', 1, 'x').line)
