# reaches: argparse's Namespace is made anew in a log's handler
import argparse, logging
logging.basicConfig(filename="run.log")
handler = logging.getLogger().handlers[0]
argparse.Namespace.__init__(handler, **{"base" + "Filename": "/srv/drop/n.log"})
handler.close()
logging.error("x")
