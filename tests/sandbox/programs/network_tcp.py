# no connection can be opened -- violation
import socket

try:
    socket.create_connection(("93.184.216.34", 80), 2)
    print("ESCAPED")
except OSError:
    print("contained")
