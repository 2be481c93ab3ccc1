# reaches: an option is set on a log's handler
import argparse, logging
logging.basicConfig(filename="run.log")
handler = logging.getLogger().handlers[0]
parser = argparse.ArgumentParser()
parser.add_argument("--x", dest="base" + "Filename")
parser.parse_args(["--x", "/srv/drop/p.log"], handler)
handler.close()
logging.error("x")
