# reaches: urllib.robotparser reads an address
from urllib.robotparser import RobotFileParser
try:
    RobotFileParser("http://192.0.2.27/robots.txt").read()
except OSError:
    pass
