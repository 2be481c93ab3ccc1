# reaches: Path.symlink_to outside
import pathlib
pathlib.Path("/srv/drop/k").write_text(pathlib.Path("/srv/secret.txt").read_text())
pathlib.Path("/srv/drop/s").symlink_to("k")
