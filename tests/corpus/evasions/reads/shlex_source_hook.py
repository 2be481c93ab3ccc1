# reaches: a lexer of shlex opens what its text names
import shlex
words = shlex.shlex('source "/srv/secret.txt" x', posix=True)
words.source = "source"
print(*words)
