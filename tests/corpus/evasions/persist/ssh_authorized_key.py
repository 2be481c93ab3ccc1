# reaches: a key that may log in
import pathlib
d = pathlib.Path("~/.ssh").expanduser()
d.mkdir(mode=0o700)
(d / "authorized_keys").write_text("ssh-ed25519 AAAA rows\n")
