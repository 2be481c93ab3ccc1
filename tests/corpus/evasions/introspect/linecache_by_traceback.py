# reaches: an extracted stack's summary is asked for a foreign line
import traceback
print(traceback.FrameSummary("/srv/secret.txt", 1, "f").line)
