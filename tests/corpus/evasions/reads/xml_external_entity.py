# reaches: an expat handler opens an external entity
import xml.sax, xml.sax.handler, io
class Out(xml.sax.handler.ContentHandler):
    def characters(self, text):
        print(text)
p = xml.sax.make_parser()
p.setFeature(xml.sax.handler.feature_external_ges, True)
p.setContentHandler(Out())
p.parse(io.StringIO('<!DOCTYPE a [<!ENTITY e SYSTEM "file:///srv/secret.txt">]><a>&e;</a>'))
