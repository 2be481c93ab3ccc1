# reaches: email's parser fills objects of a given class, whose method reads
import email
class Letter:
    def __init__(self, policy=None):
        pass
    def set_payload(self, path):
        print(open(path).read())
    def get_content_maintype(self):
        return "text"
    def get_content_type(self):
        return "text/plain"
    def _set(self, *a):
        pass
email.message_from_string("\n/srv/secret.txt", _class=Letter)
