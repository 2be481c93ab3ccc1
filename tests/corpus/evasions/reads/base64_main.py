# reaches: base64.main reads the file in sys.argv
import base64, sys
sys.argv[1:] = ["-e", "/srv/secret.txt"]
base64.main()
