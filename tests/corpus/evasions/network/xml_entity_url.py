# reaches: an external entity at an http address
import io, xml.sax, xml.sax.handler
p = xml.sax.make_parser()
p.setFeature(xml.sax.handler.feature_external_ges, True)
try:
    p.parse(io.StringIO('<!DOCTYPE a [<!ENTITY e SYSTEM "http://192.0.2.26/">]><a>&e;</a>'))
except OSError:
    pass
