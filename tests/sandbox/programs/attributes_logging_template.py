# a library that fills a template -- violation
# with: guard attributes modules=logging rule=text.format
import logging

handler = logging.StreamHandler()
handler.setFormatter(logging.Formatter("{msg.__cla" + "ss__.__mro__}", style="{", validate=False))
log = logging.getLogger("x")
log.addHandler(handler)
log.warning(1)
print("ESCAPED")
