# reaches: os.getenv of every name
import os
print([os.getenv(k) for k in os.environ])
