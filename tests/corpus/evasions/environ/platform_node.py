# reaches: platform.node
import platform
print(platform.node())
