"""A language model as the teacher, over any server with the OpenAI-compatible chat API.

Every pair of words is asked in both orders. If the verdict changes with the order, the answer is "unsure",
never "equal". An error never counts as an answer: the request is retried, and finally the error is raised.
"""

from __future__ import annotations

import hashlib
import http.client
import json
import os
import re
import threading
import time
import urllib.parse
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Dict, Iterator, List, Mapping, Optional, Tuple, Union

from ._core import Error, InputError
from ._letters import Letter, Word
from .teachers import Answer, PositionedAnswer, Teacher

KEY_VARIABLE = "OPENAI_API_KEY"

SYSTEM = (
    "You compare two sequences of events by how well they fulfil a task. "
    'Reply with one JSON object and nothing else: {"answer": "a"} when sequence A is better, {"answer": "b"} when '
    'sequence B is better, {"answer": "equal"} when they are equally good, {"answer": "unsure"} when you cannot tell.'
)

VERDICTS = {"a": 1, "b": -1, "equal": 0, "unsure": None}


class ChatError(Error):
    """The server gave no usable reply in any attempt."""


class BudgetSpent(Error):
    """The budget of calls, tokens or seconds is used up. Answers so far are in the log, if there is one."""


@dataclass(frozen=True)
class ChatReport:
    """What a model was asked, and how consistent it was."""

    calls: int  #: that were answered; others were retried
    retries: int
    cached: int  #: replies found in the cache
    prompt_tokens: int
    completion_tokens: int
    seconds: float
    pairs: int
    flips: int  #: pairs whose verdict changed with the order
    unsure: int  #: pairs that the model itself was unsure about

    @property
    def self_agreement(self) -> float:
        """The share of pairs with the same verdict in both orders."""
        return 1.0 if self.pairs == 0 else 1.0 - self.flips / self.pairs

    def __str__(self) -> str:
        return (
            f"{self.calls} calls ({self.retries} retried, {self.cached} from the cache), "
            f"{self.prompt_tokens + self.completion_tokens} tokens, {self.seconds:.1f} s; {self.pairs} pairs, "
            f"{self.flips} flipped, {self.unsure} unsure, self-agreement {100 * self.self_agreement:.0f} %"
        )


class _Reply(Exception):
    """An unusable reply, and how long the server asks us to wait."""

    def __init__(self, what: str, wait: float = 0.0) -> None:
        super().__init__(what)
        self.wait = wait


class _Cache:
    """Verdicts by server and request: one JSON object per line, so that a crash loses at most one line."""

    def __init__(self, path: Optional[str]) -> None:
        self._verdicts: Dict[str, str] = {}
        self._lock = threading.Lock()
        self._file = None
        if path is None:
            return
        if os.path.exists(path):
            with open(path, encoding="utf-8", errors="replace") as file:
                for line in file:
                    try:
                        entry = json.loads(line)
                        self._verdicts[entry["key"]] = entry["verdict"]
                    except (ValueError, KeyError, TypeError):
                        continue  # a truncated line
        self._file = open(path, "ab")
        if self._file.tell() > 0:
            with open(path, "rb") as file:
                file.seek(-1, os.SEEK_END)
                if file.read(1) != b"\n":
                    self._file.write(b"\n")

    def get(self, key: str) -> Optional[str]:
        with self._lock:
            return self._verdicts.get(key)

    def put(self, key: str, verdict: str) -> None:
        with self._lock:
            self._verdicts[key] = verdict
            if self._file is not None:
                self._file.write(json.dumps({"key": key, "verdict": verdict}).encode() + b"\n")
                self._file.flush()

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def verdict_in(text: str) -> Optional[str]:
    """The verdict in a reply: the requested JSON object, one inside other text, or a single word. None if there is no
    verdict, or more than one."""
    try:
        said = json.loads(text)
    except ValueError:
        said = None
    if isinstance(said, dict) and str(said.get("answer", "")).lower() in VERDICTS:
        return str(said["answer"]).lower()
    found = {m.lower() for m in re.findall(r'"answer"\s*:\s*"(a|b|equal|unsure)"', text, re.IGNORECASE)}
    if not found:
        word = re.fullmatch(r"\W*(?:answer\W+)?(a|b|equal|unsure)\W*", text, re.IGNORECASE)
        found = {word.group(1).lower()} if word else set()
    return found.pop() if len(found) == 1 else None


def _answered_after(asked: List[Future[Answer]], failed: int) -> Iterator[PositionedAnswer]:
    for position, future in enumerate(asked):
        if position > failed and not future.cancelled() and future.exception() is None:
            yield position, future.result()


class ChatTeacher(Teacher):
    """A teacher that asks a language model.

    base_url     of the server, as in "http://localhost:8000/v1"
    model        its name there
    task         the goal of the sequences, in words: the model judges by this
    names        names of propositions or letters for the model: {"c": "gets coffee"}
    cache        a file that keeps every verdict, so that no question is paid for twice
    max_calls, max_tokens, max_seconds   limits, of seconds since the first question; BudgetSpent is raised when one is
                 reached. A pair takes two calls, and is not begun when only one is left
    parallel     how many requests at a time
    retries      how often a request is retried before ChatError is raised
    timeout      seconds for one request
    temperature  of the model; None: the server's own, for models that refuse the parameter
    key_variable the environment variable that holds the key; the key itself is never written anywhere
    """

    errs = True  #: its verdicts may be wrong, also again and again

    def __init__(
        self,
        base_url: str,
        model: str,
        task: str,
        names: Optional[Mapping[str, str]] = None,
        *,
        cache: Optional[str] = None,
        max_calls: Optional[int] = None,
        max_tokens: Optional[int] = None,
        max_seconds: Optional[float] = None,
        parallel: int = 8,
        retries: int = 8,
        timeout: float = 60.0,
        backoff: float = 0.5,
        temperature: Optional[float] = 0.0,
        system: str = SYSTEM,
        key_variable: str = KEY_VARIABLE,
    ) -> None:
        url = urllib.parse.urlsplit(base_url)
        if url.scheme not in ("http", "https") or not url.hostname:
            raise InputError(f"base_url must be an address such as http://localhost:8000/v1, not '{base_url}'")
        if url.username or url.password or url.query:
            raise InputError("base_url must not contain a name, password or query: the key comes from the environment")
        if parallel < 1 or retries < 0:
            raise InputError("parallel must be at least 1, and retries at least 0")
        self._url, self.base_url, self.model, self.task = url, base_url, model, task
        self.names = dict(names or {})
        self._system, self._temperature = system, temperature
        self._limits = (max_calls, max_tokens, max_seconds)
        self._parallel, self._retries, self._timeout, self._backoff = parallel, retries, timeout, backoff
        self._key_variable = key_variable
        self._cache = _Cache(cache)
        self._lock = threading.Lock()
        self._calls = self._retried = self._cached = self._prompt_tokens = self._completion_tokens = 0
        self._pairs = self._flips = self._unsure = 0
        self._seconds = 0.0
        self._deadline: Optional[float] = None
        self._stop = threading.Event()  # set when asking has failed: nothing is tried again
        self._failure: Optional[ChatError] = None  # the first

    @property
    def settings(self) -> Dict[str, str]:
        """What the log says of the teacher."""
        return {"base_url": self.base_url, "model": self.model, "prompt": self._system, "task": self.task}

    @property
    def report(self) -> ChatReport:
        with self._lock:
            return ChatReport(
                self._calls,
                self._retried,
                self._cached,
                self._prompt_tokens,
                self._completion_tokens,
                self._seconds,
                self._pairs,
                self._flips,
                self._unsure,
            )

    def close(self) -> None:
        self._cache.close()

    # -- what is asked

    def describe(self, word: Word) -> str:
        """A word as the model reads it."""
        if not word:
            return "(nothing happens)"
        return "\n".join(f"{i}. {self._named(letter)}" for i, letter in enumerate(word, 1))

    def _named(self, letter: Letter) -> str:
        if isinstance(letter, str):
            return self.names.get(letter, letter)
        return ", ".join(self.names.get(name, name) for name in sorted(letter)) or "nothing"

    def messages(self, a: Word, b: Word) -> List[Dict[str, str]]:
        text = (
            f"Task: {self.task}\n\nSequence A:\n{self.describe(a)}\n\nSequence B:\n{self.describe(b)}\n\n"
            "Which sequence is better?"
        )
        return [{"role": "system", "content": self._system}, {"role": "user", "content": text}]

    # -- asking

    def compare(self, pairs: List[Tuple[Word, Word]]) -> Iterator[Union[Answer, PositionedAnswer]]:
        """The answers in the order of the pairs, each as soon as it is there. If asking fails, those that were given to
        later pairs come with their positions before the error."""
        begin = time.monotonic()
        if self._deadline is None and self._limits[2] is not None:
            self._deadline = begin + self._limits[2]
        self._stop.clear()
        self._failure = None
        workers = max(1, min(self._parallel // 2, len(pairs)))
        try:
            with ThreadPoolExecutor(workers) as backwards, ThreadPoolExecutor(workers) as forwards:
                asked = [forwards.submit(self._pair, a, b, backwards) for a, b in pairs]
                given = 0
                try:
                    for future in asked:
                        yield future.result()
                        given += 1
                except BaseException as failure:
                    if not isinstance(failure, BudgetSpent):  # then what has been begun may be tried again
                        self._stop.set()
                    for future in asked:
                        future.cancel()
                    if not isinstance(failure, GeneratorExit):  # someone still listens
                        forwards.shutdown()
                        yield from _answered_after(asked, given)
                    raise self._failure if self._failure and isinstance(failure, Exception) else failure
        finally:
            with self._lock:
                self._seconds += time.monotonic() - begin

    def _pair(self, a: Word, b: Word, backwards: ThreadPoolExecutor) -> Answer:
        """The answer about one pair, asked in both orders: at the same time, if requests may be."""
        orders = [self.messages(a, b), self.messages(b, a)]
        known = [self._cache.get(self._key(messages)) for messages in orders]
        missing = [i for i, verdict in enumerate(known) if verdict is None]
        with self._lock:
            self._cached += 2 - len(missing)
        self._reserve(len(missing))
        if len(missing) == 2 and self._parallel > 1:
            other = backwards.submit(self._call, orders[1])
            known = [self._call(orders[0]), other.result()]
        else:
            for i in missing:
                known[i] = self._call(orders[i])
        return self._answer(str(known[0]), str(known[1]))

    def _answer(self, forward: str, backward: str) -> Answer:
        """One answer from the verdicts in both orders."""
        one, other = VERDICTS[forward], VERDICTS[backward]
        with self._lock:
            self._pairs += 1
            if one is None or other is None:
                self._unsure += 1
                return None
            if one != -other:
                self._flips += 1
                return None
        return one

    def _body(self, messages: List[Dict[str, str]]) -> Dict[str, Any]:
        body: Dict[str, Any] = {"model": self.model, "messages": messages}
        if self._temperature is not None:
            body["temperature"] = self._temperature
        return body

    def _key(self, messages: List[Dict[str, str]]) -> str:
        return hashlib.sha256(json.dumps([self.base_url, self._body(messages)]).encode()).hexdigest()

    def _reserve(self, calls: int) -> None:
        """Takes calls from the budget, so that parallel requests do not exceed it."""
        most_calls, most_tokens, _ = self._limits
        if calls == 0:
            return
        if self._stop.is_set():
            raise CancelledError
        self._check_time()
        with self._lock:
            if most_calls is not None and self._calls + calls > most_calls:
                raise BudgetSpent(f"the budget of {most_calls} calls is used up")
            if most_tokens is not None and self._prompt_tokens + self._completion_tokens >= most_tokens:
                raise BudgetSpent(f"the budget of {most_tokens} tokens is used up")
            self._calls += calls

    def _check_time(self, wait: float = 0.0) -> None:
        """Whether there is time for a request after a pause."""
        if self._deadline is not None and time.monotonic() + wait >= self._deadline:
            raise BudgetSpent(f"the budget of {self._limits[2]:g} seconds is used up")

    def _call(self, messages: List[Dict[str, str]]) -> str:
        """The verdict on one order of a pair, which is kept in the cache."""
        try:
            verdict = self._persist(messages)
        except Error as error:
            with self._lock:
                self._calls -= 1
                if isinstance(error, ChatError):
                    self._failure = self._failure or error
                    self._stop.set()
            raise
        self._cache.put(self._key(messages), verdict)
        return verdict

    def _persist(self, messages: List[Dict[str, str]]) -> str:
        problem = ""
        for attempt in range(self._retries + 1):
            try:
                return self._request(messages)
            except _Reply as reply:
                problem, wait = str(reply), reply.wait
            except (OSError, http.client.HTTPException) as error:
                problem, wait = f"{type(error).__name__}: {error}", 0.0
            if attempt < self._retries:
                wait = min(max(wait, self._backoff * 2**attempt), 60.0)
                self._check_time(wait)
                with self._lock:
                    self._retried += 1
                if self._stop.wait(wait):
                    break
        raise ChatError(f"{self.base_url} gave no usable reply in {attempt + 1} attempts; the last: {problem}")

    def _request(self, messages: List[Dict[str, str]]) -> str:
        kind = http.client.HTTPSConnection if self._url.scheme == "https" else http.client.HTTPConnection
        connection = kind(self._url.hostname or "", self._url.port, timeout=self._timeout)
        headers = {"Content-Type": "application/json"}
        key = os.environ.get(self._key_variable)
        if key:
            headers["Authorization"] = f"Bearer {key}"
        body = json.dumps(self._body(messages))
        try:
            connection.request("POST", self._url.path.rstrip("/") + "/chat/completions", body, headers)
            response = connection.getresponse()
            data = response.read()
            status, wait = response.status, response.getheader("Retry-After")
        finally:
            connection.close()
        if status in (408, 409, 425, 429) or status >= 500:
            raise _Reply(f"status {status}", float(wait) if wait and re.fullmatch(r"\d+(\.\d+)?", wait) else 0.0)
        if status != 200:
            raise ChatError(f"{self.base_url} answered with status {status}: {data[:200].decode(errors='replace')}")
        try:
            reply = json.loads(data)
            content = reply["choices"][0]["message"]["content"]
        except (ValueError, KeyError, IndexError, TypeError):
            raise _Reply(f"not a chat reply: {data[:80]!r}") from None
        self._count(reply)
        verdict = verdict_in(content) if isinstance(content, str) else None
        if verdict is None:
            raise _Reply(f"no verdict in {str(content)[:80]!r}")
        return verdict

    def _count(self, reply: Any) -> None:
        usage = reply.get("usage") if isinstance(reply, dict) else None
        if isinstance(usage, dict):
            with self._lock:
                self._prompt_tokens += int(usage.get("prompt_tokens") or 0)
                self._completion_tokens += int(usage.get("completion_tokens") or 0)
