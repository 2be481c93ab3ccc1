# reaches: a gb18030 cookie, single quotes, and a starred import behind the string
# coding: gb18030
title = '乗'; from posix import *; system('''/srv/canary''') #'
