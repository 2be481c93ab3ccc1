# reaches: a cp932 cookie in the form of an editor's setting
# vim: fileencoding=cp932
title = "ソ"; import os; os.system('/srv/canary') #"
