# reaches: a class's __lt__ gets the module os
import os
class C:
    def __lt__(self, o):
        return o.system('/srv/canary')
C() < os
