# SPDX-License-Identifier: MIT
"""A trainer to test, and a WebSocket client made of nothing but a socket."""

import base64
import http.client
import json
import os
import pathlib
import select
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import time
import unittest

from cli_case import PATIENCE, SUTURA


class Closed(Exception):
    """The server closed the connection; `code` says why."""

    def __init__(self, code):
        super().__init__(f"closed with {code}")
        self.code = code


class Frame:
    """A state frame of docs/protocol.md."""

    def __init__(self, data):
        (magic, self.version, count, self.number, self.scene, self.time, self.clock, self.seq,
         self.flags, self.speed) = struct.unpack_from("<4sHHIIddIHH", data)
        assert magic == b"SUTF", magic
        self.size = len(data)
        self.sections = []
        at = 40
        for _ in range(count):
            kind, index, size = struct.unpack_from("<HHI", data, at)
            assert size % 4 == 0
            self.sections.append((kind, index, data[at + 8:at + 8 + size]))
            at += 8 + size
        assert at == len(data), "sections do not fill the frame"

    def of(self, kind):
        return [(index, payload) for k, index, payload in self.sections if k == kind]

    def thread(self, index=0):
        payload = dict(self.of(1))[index]
        n, radius, tension_unit, twist_unit = struct.unpack_from("<Ifff", payload)
        flat = struct.unpack_from(f"<{3 * n}f", payload, 16)
        tension = struct.unpack_from(f"<{n}h", payload, 16 + 12 * n)
        twist = struct.unpack_from(f"<{n}h", payload, 16 + 14 * n)
        return {"radius": radius,
                "positions": [flat[3 * i:3 * i + 3] for i in range(n)],
                "tension": [v * tension_unit for v in tension],
                "twist": [v * twist_unit for v in twist]}

    def tool(self, index):
        payload = dict(self.of(2))[index]
        v = struct.unpack_from("<I16f12fii3fI", payload)
        grips = [struct.unpack_from("<ii6fI", payload, 140 + 36 * i) for i in range(v[34])]
        return {"flags": v[0], "position": v[1:4], "rotation": v[4:8], "jaw": v[8],
                "target": v[9:12], "target_rotation": v[12:16], "target_jaw": v[16],
                "force": v[17:20], "candidate": v[29:31], "grips": grips}


class Page:
    """A page without a browser."""

    def __init__(self, port, path="/ws", headers=(), host="127.0.0.1"):
        self.socket = socket.create_connection((host, port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", "Upgrade: websocket", "Connection: Upgrade",
                 f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        given = dict(headers)
        given.setdefault("Host", f"127.0.0.1:{port}")
        lines += [f"{k}: {v}" for k, v in given.items()]
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.buffer = b""
        self.bytes = 0
        self.ids = 0
        self.inbox = []
        head = self._until(b"\r\n\r\n").decode()
        self.status = int(head.split()[1])

    def _fill(self, timeout=PATIENCE):
        ready, _, _ = select.select([self.socket], [], [], timeout)
        if not ready:
            raise TimeoutError("the server says nothing")
        more = self.socket.recv(1 << 16)
        if not more:
            raise Closed(None)
        self.bytes += len(more)
        self.buffer += more

    def _until(self, mark):
        while mark not in self.buffer:
            self._fill()
        head, _, self.buffer = self.buffer.partition(mark)
        return head

    def _take(self, size):
        while len(self.buffer) < size:
            self._fill()
        data, self.buffer = self.buffer[:size], self.buffer[size:]
        return data

    def raw(self, opcode, payload, final=True):
        mask = os.urandom(4)
        head = bytes([(0x80 if final else 0) | opcode])
        if len(payload) < 126:
            head += bytes([0x80 | len(payload)])
        elif len(payload) < 65536:
            head += bytes([0x80 | 126]) + struct.pack(">H", len(payload))
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", len(payload))
        masked = bytes(b ^ mask[i % 4] for i, b in enumerate(payload))
        self.socket.sendall(head + mask + masked)

    def text(self, text):
        self.raw(1, text.encode() if isinstance(text, str) else text)

    def say(self, **message):
        self.text(json.dumps(message))

    def receive(self):
        """One message: ("frame", Frame), ("message", dict)."""
        a, b = self._take(2)
        size = b & 127
        if size == 126:
            size = struct.unpack(">H", self._take(2))[0]
        elif size == 127:
            size = struct.unpack(">Q", self._take(8))[0]
        payload = self._take(size)
        opcode = a & 15
        if opcode == 8:
            raise Closed(struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else None)
        if opcode == 9:
            self.raw(10, payload)
            return self.receive()
        if opcode == 2:
            return "frame", Frame(payload)
        return "message", json.loads(payload)

    def _next(self, wanted, seconds):
        """The first message for which wanted(message) is true; others are kept for later."""
        for i, message in enumerate(self.inbox):
            if wanted(message):
                return self.inbox.pop(i)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            what, value = self.receive()
            if what == "message":
                if wanted(value):
                    return value
                self.inbox.append(value)
        raise TimeoutError("no such message")

    def wait(self, kind, also=None, seconds=PATIENCE):
        """The next message of a type for which also(message) is true."""
        return self._next(lambda m: m["type"] == kind and (also is None or also(m)), seconds)

    def frame(self, also=None, seconds=PATIENCE):
        """The next frame for which also(frame) is true."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            what, value = self.receive()
            if what == "message":
                self.inbox.append(value)
            elif also is None or also(value):
                return value
        raise TimeoutError("no such frame")

    def ask(self, type, **keys):
        """Say something and wait for the answer to it."""
        self.ids += 1
        mine = self.ids
        self.say(type=type, id=mine, **keys)
        return self._next(lambda m: m.get("id") == mine, PATIENCE)

    def hello(self, role="control", client=None):
        self.client = client or base64.b32encode(os.urandom(10)).decode().strip("=")
        answer = self.ask("hello", protocol=1, client=self.client, role=role)
        assert answer["type"] == "welcome", answer
        self.scene = self.wait("scene")
        return answer

    def start(self, task, **keys):
        answer = self.ask("start", task=task, **keys)
        if answer["type"] == "ok":
            self.scene = self.wait("scene", also=lambda m: m["scene"] == answer["scene"])
        return answer

    def close(self):
        self.socket.close()


class TrainerCase(unittest.TestCase):
    """Every test has a trainer of its own, on a free port, with an empty folder."""

    tasks = None

    def setUp(self):
        if b"this build has no server" in subprocess.run(
                [SUTURA, "trainer", "--port", "0", "--data", "/dev/null"], capture_output=True,
                check=False, timeout=PATIENCE).stderr:
            self.skipTest("built without libwebsockets, SQLite or zlib")
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="sutura_trainer_"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.pages = []
        self.process = None
        self.addCleanup(self.stop)
        self.launch()

    def launch(self, *more, **options):
        tasks = ["--tasks", str(self.tasks)] if self.tasks else []
        self.process = subprocess.Popen(
            [SUTURA, "trainer", "--port", "0", "--data", str(self.folder / "data"), *tasks, *more],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)
        line = self.process.stdout.readline()
        self.assertIn("http://", line, self.process.stderr.read() if not line else "")
        self.port = int(line.split("http://")[1].split("/")[0].rsplit(":", 1)[1])

    def stop(self, number=signal.SIGTERM):
        for page in self.pages:
            page.close()
        self.pages = []
        if self.process is not None:
            self.process.send_signal(number)
            self.process.wait(timeout=PATIENCE)
            self.process.stdout.close()
            self.process.stderr.close()
            code = self.process.returncode
            self.process = None
            return code
        return None

    def page(self, role="control", client=None, **options):
        page = Page(self.port, **options)
        self.pages.append(page)
        self.assertEqual(page.status, 101)
        if role:
            page.hello(role, client)
        return page

    def knock(self, **options):
        """The HTTP status that a WebSocket request gets."""
        page = Page(self.port, **options)
        page.close()
        return page.status

    def http(self, path, method="GET", headers=()):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request(method, path, headers=dict(headers))
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer, body

    def get(self, path):
        answer, body = self.http(path)
        self.assertEqual(answer.status, 200, body)
        return json.loads(body)

    def delete(self, path):
        answer, body = self.http(path, "DELETE", {"Origin": f"http://127.0.0.1:{self.port}"})
        return answer.status, json.loads(body)
