# reaches: unittest.mock.patch finds its target by text
from unittest import mock
mock.patch("os.sep").getter().system("/srv/canary")
