import ipaddress

net = ipaddress.ip_network("10.1.0.0/22")
parts = list(net.subnets(new_prefix=24))
hosts = {str(p): p.num_addresses - 2 for p in parts}
print(hosts, ipaddress.ip_address("10.1.2.7") in parts[2], ipaddress.ip_address("2001:db8::1").exploded)
print(list(ipaddress.summarize_address_range(ipaddress.ip_address("10.1.0.0"), ipaddress.ip_address("10.1.0.7"))))
