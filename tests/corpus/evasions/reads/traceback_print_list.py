# reaches: traceback.print_list shows a line of any file
import traceback
traceback.print_list([("/srv/secret.txt", 1, "f", None)])
