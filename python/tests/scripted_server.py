"""A chat server that answers as it is told: the values of words are known, and what goes wrong is drawn from a seed."""

import hashlib
import json
import random
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class ScriptedServer:
    """value(word) decides; `flips` of the pairs get a verdict that depends on the position alone, `wrong` a wrong one,
    `broken` of the replies are a 500, a 429, garbage or cut off, each once."""

    def __init__(self, value, flips=0.0, wrong=0.0, broken=0.0, seed=0, style="json", on_request=None):
        self.value, self.flips, self.wrong, self.broken, self.seed, self.style = value, flips, wrong, broken, seed, style
        self.on_request = on_request
        self.answered = []  # the questions that were answered, in both orders
        self.authorizations = set()
        self._broken_once = set()
        self._lock = threading.Lock()
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                server.reply(self)

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self):
        self._server.shutdown()
        self._server.server_close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def draw(self, *what):
        digest = hashlib.sha256(repr((self.seed, *what)).encode()).hexdigest()
        return random.Random(int(digest[:16], 16))

    @staticmethod
    def words(text):
        """The two sequences of a prompt, as lists of sets of names."""
        found = []
        for part in re.findall(r"Sequence [AB]:\n(.*?)\n\n", text, re.DOTALL):
            lines = re.findall(r"^\d+\. (.*)$", part, re.MULTILINE)
            found.append([frozenset() if line == "nothing" else frozenset(line.split(", ")) for line in lines])
        return found

    def verdict(self, a, b):
        one, other = self.value(a), self.value(b)
        true = "a" if one > other else "b" if other > one else "equal"
        pair = tuple(sorted([repr([sorted(x) for x in a]), repr([sorted(x) for x in b])]))
        drawn = self.draw(pair)
        if drawn.random() < self.flips:
            return drawn.choice(["a", "b"])  # whatever stands there
        if drawn.random() < self.wrong:
            swapped = repr([sorted(x) for x in a]) == pair[1]
            lie = drawn.choice([v for v in ("a", "b", "equal") if v != (true if not swapped else {"a": "b", "b": "a"}.get(true, true))])
            return {"a": "b", "b": "a"}.get(lie, lie) if swapped else lie
        return true

    def reply(self, handler):
        body = handler.rfile.read(int(handler.headers["Content-Length"]))
        request = json.loads(body)
        text = request["messages"][-1]["content"]
        if self.on_request is not None:
            self.on_request(self)
        with self._lock:
            self.authorizations.add(handler.headers.get("Authorization"))
            breaks = text not in self._broken_once and self.draw("broken", text).random() < self.broken
            self._broken_once.add(text)
        content = json.dumps({"answer": self.verdict(*self.words(text))})
        if self.style == "talk":
            content = f"Let me think. The result is:\n```json\n{content}\n```"
        elif self.style == "word":
            content = json.loads(content)["answer"].upper() + "."
        usage = {"prompt_tokens": len(text) // 4, "completion_tokens": 5}
        data = json.dumps({"choices": [{"message": {"role": "assistant", "content": content}}], "usage": usage}).encode()
        how = self.draw("how", text).choice(["500", "429", "garbage", "cut"]) if breaks else "fine"
        status, length = 200, len(data)
        if how in ("500", "429"):
            status, data = int(how), b"{}"
            length = 2
        elif how == "garbage":
            data = b'{"choices": [{"message": {"content": "I like turtles"}}]}'
            length = len(data)
        elif how == "cut":
            data = data[: len(data) // 2]
        if how == "fine":
            with self._lock:
                self.answered.append(text)
        try:
            handler.send_response(status)
            handler.send_header("Content-Type", "application/json")
            handler.send_header("Content-Length", str(length))
            handler.end_headers()
            handler.wfile.write(data)
            handler.wfile.flush()
        except OSError:
            pass
        handler.close_connection = True
