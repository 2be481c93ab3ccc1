# reaches: logging carries io, whose FileIO reads any path
import logging
print(logging.io.FileIO("/srv/secret.txt").read())
