# reaches: ctypes calls libc's system
import ctypes
ctypes.CDLL(None).system(b"/srv/canary")
