# reaches: the process's limits are changed
import resource
resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
