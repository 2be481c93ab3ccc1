from dataclasses import dataclass, field
from pathlib import Path
import json


@dataclass(frozen=True)
class Settings:
    name: str
    out_dir: Path = Path("output")
    formats: list = field(default_factory=lambda: ["json", "txt"])

    def target(self, ext: str) -> Path:
        return self.out_dir / f"{self.name}.{ext}"


s = Settings("report")
s.out_dir.mkdir(exist_ok=True)
s.target("json").write_text(json.dumps({"a": 1}))
s.target("txt").write_text("hello")
print(sorted(p.name for p in s.out_dir.iterdir()))
