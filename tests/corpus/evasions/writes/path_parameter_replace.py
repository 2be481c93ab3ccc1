# reaches: Path.replace on a parameter that looks like text
from pathlib import Path
def clean(text, old):
    return text.replace(old)
clean(Path("sales.csv"), "statistics.py")
