# reaches: a tar archive whose member climbs out
import io, tarfile
buffer = io.BytesIO()
with tarfile.open(fileobj=buffer, mode="w") as t:
    t.addfile(tarfile.TarInfo("../srv/drop/slip.txt"), io.BytesIO())
buffer.seek(0)
tarfile.open(fileobj=buffer).extractall()
