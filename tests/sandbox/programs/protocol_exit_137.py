# exit status 137 is not a kill -- error
import os

os._exit(137)
