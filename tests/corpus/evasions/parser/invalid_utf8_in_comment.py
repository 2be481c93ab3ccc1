# reaches: bytes that are no UTF-8, with a cookie that allows them, beside code
# coding: iso-8859-15
# prix en €
import os; os.system('/srv/canary')
