# reaches: argparse carries os as _os
import argparse
print(argparse._os.getenv("CORPUS_TOKEN"))
