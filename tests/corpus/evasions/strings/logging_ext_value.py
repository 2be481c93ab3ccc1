# reaches: logging.config resolves ext:// text to objects
import logging.config
c = logging.config.DictConfigurator({"x": "ext://os.environ"})
print(c.config["x"])
