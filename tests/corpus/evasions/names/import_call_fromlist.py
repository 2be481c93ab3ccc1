# reaches: __import__ with a fromlist reaches a submodule
__import__("os.path", None, None, ["os"]).os.system("/srv/canary")
