# reaches: traceback.format_list reads a line of a file
import traceback
print(traceback.format_list([('/srv/secret.txt', 1, 'x', None)]))
