# reaches: email.utils.make_msgid puts the host's name into an id
import email.utils
print(email.utils.make_msgid())
