# reaches: a policy of email makes messages of a given class, whose method reads
import email
from email import policy
class Letter:
    def __init__(self, policy=None):
        pass
    def set_payload(self, path):
        print(open(path).read())
    def get_content_maintype(self):
        return "text"
    def get_content_type(self):
        return "text/plain"
email.message_from_string("\n/srv/secret.txt", policy=policy.default.clone(message_factory=Letter))
