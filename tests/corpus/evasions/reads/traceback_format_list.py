# reaches: traceback.format_list shows a line of any file
import traceback
print(traceback.format_list([("/srv/secret.txt", 1, "f", None)]))
