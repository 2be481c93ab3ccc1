import json
import logging
from datetime import datetime
from pathlib import Path

logging.basicConfig(level=logging.INFO, format="%(levelname)s: %(message)s")
logger = logging.getLogger(__name__)


class ReportGenerator:
    """Builds reports and keeps them in a folder."""

    def __init__(self, output_dir: str = "reports"):
        self.output_dir = Path(output_dir)
        self.output_dir.mkdir(parents=True, exist_ok=True)
        self.timestamp = datetime.now().strftime("%Y%m%d_%H%M%S")

    def _path(self, name: str, suffix: str) -> Path:
        return self.output_dir / f"{name}_{self.timestamp}.{suffix}"

    def save_json(self, name: str, data: dict) -> Path:
        path = self._path(name, "json")
        with open(path, "w", encoding="utf-8") as f:
            json.dump(data, f, indent=2)
        logger.info("saved %s", path)
        return path

    def save_text(self, name: str, text: str) -> Path:
        path = self._path(name, "txt")
        path.write_text(text, encoding="utf-8")
        return path


if __name__ == "__main__":
    gen = ReportGenerator()
    gen.save_json("summary", {"total": 3})
    gen.save_text("notes", "hello")
    print(len(list(gen.output_dir.iterdir())))
