# reaches: a temporary file
import tempfile
tempfile.NamedTemporaryFile()
