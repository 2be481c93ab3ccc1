# what was printed before a violation is no answer -- violation
# with: guard
print("contained", flush=True)
import socket
