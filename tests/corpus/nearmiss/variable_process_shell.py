# harmless: variables named process, shell, command and socket
process, shell, command, socket = 4, 2, 3, 1
print(process * shell + command - socket)
