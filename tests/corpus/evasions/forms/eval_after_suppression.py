# reaches: eval on a line that asks scanners to look away
eval(open("notes.txt").read())  # nosec # noqa # nosemgrep # type: ignore # pragma: allow
