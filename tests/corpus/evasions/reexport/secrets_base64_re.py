# reaches: secrets to base64 to re to enum to sys
import secrets
secrets.base64.re.enum.sys.modules["posix"].system("/srv/canary")
