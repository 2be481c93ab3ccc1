# reaches: the resolver of logging.config turns text into a function
import logging.config
logging.config.BaseConfigurator({}).resolve("os.system")("/srv/canary")
