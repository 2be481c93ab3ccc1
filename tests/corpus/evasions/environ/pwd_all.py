# reaches: all users
import pwd
print(pwd.getpwall())
