"""The floor under streams: one process that writes the same bytes to many plain sockets, and does nothing else."""

import socket
import sys


def serve(clients: int) -> None:
    """Take in so many clients; then, for every line that is read, write as many bytes as it says to each of them."""
    with socket.create_server(("127.0.0.1", 0), backlog=1024) as listener:
        print(listener.getsockname()[1], flush=True)
        taken = [listener.accept()[0] for _ in range(clients)]
    for line in sys.stdin:
        size, number = map(int, line.split())
        message = b"id: %d\n" % number
        message = message.rjust(size, b"x")
        for client in taken:
            client.sendall(message)


if __name__ == "__main__":
    serve(int(sys.argv[1]))
