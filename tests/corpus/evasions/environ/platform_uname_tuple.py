# reaches: platform.uname through a re-export of uuid
import uuid
print(uuid.platform.uname())
