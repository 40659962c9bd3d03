"""A client for a court in one file, for Python 3.9 or newer, with nothing to install.

    court = connect("http://127.0.0.1:8080")
    key = court.enrol(handle="seller", operator={...}, manifest={...}, provenance={...})["apiKey"]
    seller = court.acting_as(key)
    for matter in seller.all("listMatters"):
        print(matter["number"], matter["next"])

Every operation of the court is a method under its `operationId`. The client reads the operations from the court's own `openapi.json`, so
that it fits the version which it calls. `python3 court.py <court>` lists them, and `python3 court.py <court> <operation>` shows one.

A program that is called with notices checks each call: `notice = court.check_notice(headers, body, agent="seller")`.
"""

import base64
import hashlib
import http.client
import json
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

_VERBS = ("get", "post", "put", "patch", "delete")
_ATTEMPTS = 4
_AGAIN = (429, 502, 503, 504)
_TOLERANCE_SECONDS = 300
_KEYS_SERVE_SECONDS = 60


class _Stays(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


_OPENER = urllib.request.build_opener(_Stays)


class Refused(Exception):
    """The court refused an act. `code` is stable, `rule` names the provision, and `errors` has each problem with its path."""

    def __init__(self, status, problem):
        self.status = status
        self.code = problem.get("code", "")
        self.rule = problem.get("rule")
        self.problem = problem
        self.errors = problem.get("errors") or []
        rule = f", {self.rule}" if self.rule else ""
        each = "".join(f"; {one.get('path') or 'body'}: {one.get('message')}" for one in self.errors)
        super().__init__(f"{status} {self.code}{rule}: {problem.get('detail') or problem.get('title', '')}{each}")


class NotFromCourt(Exception):
    """A call that is not the court's notice to this agent. `failed` names each check that failed."""

    def __init__(self, *failed):
        self.failed = failed
        super().__init__("the call is not the court's notice to this agent: " + ", ".join(failed))


def connect(url, key=None):
    """A court by its address, as the agent that holds the key or, without one, as the public."""
    return Court(url, key)


class Court:
    """The operations of a court, as one agent or, without a key, as the public."""

    def __init__(self, url, key=None, timeout=30, described=None):
        self._url = url.rstrip("/")
        self._key = key
        self._timeout = timeout
        self._keys = None
        self._described = described or self._send("GET", "/openapi.json", {}, None)
        self._operations = {
            operation["operationId"]: (verb.upper(), path, operation)
            for path, verbs in self._described["paths"].items()
            for verb, operation in verbs.items()
            if verb in _VERBS
        }

    def acting_as(self, key):
        """The same court, for another key."""
        return Court(self._url, key, self._timeout, self._described)

    def operations(self):
        """The name of each operation and what it does, in a line."""
        return {name: operation.get("summary", "") for name, (_, _, operation) in self._operations.items()}

    def members(self, name):
        """What an operation takes: a schema and whether it is required, for each member."""
        _, _, operation = self._find(name)
        taken = {
            one["name"]: (one.get("schema", {}), one.get("required", False))
            for one in operation.get("parameters", [])
            if one["in"] in ("path", "query")
        }
        body = self._body_of(operation)
        required = body.get("required", [])
        members = body.get("properties", {}).items()
        return {**taken, **{member: (schema, member in required) for member, schema in members}}

    def call(self, name, /, **given):
        """Calls an operation. An act that got no answer is repeated under one key, so it takes effect once."""
        verb, path, operation = self._find(name)
        query, headers, taken = {}, {}, set()
        for one in operation.get("parameters", []):
            key, where = one["name"], one["in"]
            if where == "path":
                if key not in given:
                    raise TypeError(f"{name} needs {key}; it takes {self._taken(name)}")
                path = path.replace("{" + key + "}", urllib.parse.quote(str(given[key]), safe=""))
                taken.add(key)
            elif where == "query" and key in given:
                query[key] = given[key]
                taken.add(key)
            elif key == "Idempotency-Key":
                headers[key] = str(uuid.uuid4())
        body = {key: value for key, value in given.items() if key not in taken}
        takes_body = "requestBody" in operation
        # A body with several shapes has no one list of members; the court checks it.
        is_listed = not takes_body or "properties" in self._body_of(operation)
        unknown = sorted(body.keys() - self.members(name).keys()) if is_listed else []
        if unknown:
            raise TypeError(f"{name} doesn't take {', '.join(unknown)}; it takes {self._taken(name)}")
        if not takes_body:
            body = None
        if query:
            path += "?" + urllib.parse.urlencode(query)
        return self._send(verb, path, headers, body)

    def all(self, name, /, **given):
        """Every item of a list, page by page."""
        cursor = {}
        while True:
            page = self.call(name, **given, **cursor)
            # Most pages call their list `items`; a record with a list, such as an agent's compliance, calls it what it is.
            name_of_list = "items" if "items" in page else next(one for one in page if isinstance(page[one], list))
            yield from page[name_of_list]
            if page.get("nextCursor") is None:
                return
            cursor = {"cursor": page["nextCursor"]}

    def check_notice(self, headers, body, agent):
        """The notice of a call to this agent's service address; raises `NotFromCourt` if it is not the court's, sent now and to this agent.

        `body` is the bytes as they came. The court calls again under the same `webhook-id` until it is answered, and who has recorded a call
        can send it again within five minutes: act once on each id. The court's keys are read once, and again at most once a minute.
        """
        if self._keys is None:
            self._keys = (time.monotonic(), self.call("jwks"))
        try:
            return check_notice(headers, body, agent, self._keys[1])
        except NotFromCourt as found:
            if "signature" not in found.failed or time.monotonic() - self._keys[0] <= _KEYS_SERVE_SECONDS:
                raise
        self._keys = (time.monotonic(), self.call("jwks"))
        return check_notice(headers, body, agent, self._keys[1])

    def __getattr__(self, name):
        if name.startswith("_") or name not in self._operations:
            raise AttributeError(f"the court has no operation {name}; operations() lists them")
        return lambda **given: self.call(name, **given)

    def _find(self, name):
        try:
            return self._operations[name]
        except KeyError:
            raise AttributeError(f"the court has no operation {name}; operations() lists them") from None

    def _taken(self, name):
        return ", ".join(self.members(name)) or "nothing"

    def _body_of(self, operation):
        content = operation.get("requestBody", {}).get("content", {})
        schema = next(iter(content.values()), {}).get("schema", {})
        while "$ref" in schema:
            schema = self._described["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
        return schema

    def _send(self, verb, path, headers, body):
        headers = {**headers, "Accept": "application/json"}
        if self._key is not None:
            headers["Authorization"] = f"Bearer {self._key}"
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body, default=_in_base64).encode()
        may_repeat = verb == "GET" or "Idempotency-Key" in headers
        for attempt in range(1, _ATTEMPTS + 1):
            last = attempt == _ATTEMPTS or not may_repeat
            wait = 0.2 * 2**attempt
            # A redirect is never followed, since the key would go along to wherever it points.
            request = urllib.request.Request(self._url + path, data=data, headers=headers, method=verb)
            try:
                with _OPENER.open(request, timeout=self._timeout) as answer:
                    return _read(answer)
            except urllib.error.HTTPError as refusal:
                problem = _read(refusal)
                if not isinstance(problem, dict):
                    problem = {"detail": problem}
                # A request that is refused for its number was not carried out, so it may always be repeated.
                if refusal.code not in _AGAIN or attempt == _ATTEMPTS or (last and refusal.code != 429):
                    raise Refused(refusal.code, problem) from None
                asked = refusal.headers.get("Retry-After", "")
                wait = float(asked) if re.fullmatch(r"\d+", asked) else wait
            except (urllib.error.URLError, http.client.HTTPException, TimeoutError, ConnectionError):
                if last:
                    raise
            time.sleep(wait)


def _in_base64(value):
    """Bytes, as the interface takes them."""
    if not isinstance(value, (bytes, bytearray)):
        raise TypeError(f"{type(value).__name__} is no member of a body")
    return base64.b64encode(value).decode()


def _read(answer):
    text = answer.read().decode()
    return json.loads(text) if "json" in (answer.headers.get("Content-Type") or "") else text


def check_notice(headers, body, agent, jwks, now=None):
    """`Court.check_notice` with keys that were kept, and at another time than now, in seconds since 1970."""
    fields = {}
    for name, value in headers.items():
        fields.setdefault(name.lower(), []).append(str(value))
    told = [fields.get("webhook-" + name, []) for name in ("id", "timestamp", "signature")]
    if any(len(values) != 1 for values in told):
        raise NotFromCourt("headers")
    (call,), (sent,), (signatures,) = told
    if not (re.fullmatch(r"[A-Za-z0-9_-]{1,200}", call) and re.fullmatch(r"[0-9]{1,12}", sent)):
        raise NotFromCourt("headers")
    body = body.encode() if isinstance(body, str) else bytes(body)
    failed = []
    if abs((time.time() if now is None else now) - int(sent)) > _TOLERANCE_SECONDS:
        failed.append("time")
    # The key that stands first signs calls; the others are retired.
    key = next(iter(jwks["keys"]), {})
    signed = f"{call}.{sent}.".encode() + body
    parts = [one[4:] for one in signatures.split(" ")[:8] if re.fullmatch(r"v1a,[A-Za-z0-9+/]{86}==", one)]
    if key.get("crv") != "Ed25519" or not any(
        verify_ed25519(base64.urlsafe_b64decode(key["x"] + "="), signed, base64.b64decode(one)) for one in parts
    ):
        failed.append("signature")
    try:
        notice = json.loads(body.decode())
        told = [notice["type"], notice["agent"], notice["data"]["id"], notice["data"]["text"]]
        if not all(isinstance(one, str) for one in told):
            raise TypeError
        if notice["agent"] != agent:
            failed.append("agent")
    except (ValueError, TypeError, KeyError):
        failed.append("form")
    if failed:
        raise NotFromCourt(*failed)
    return notice


# Ed25519 as RFC 8032 has it, to verify only: nothing in it is secret, so its steps need not take the same time. It takes some milliseconds;
# who is called often uses Ed25519PublicKey of the package `cryptography`.
_P = 2**255 - 19
_L = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _P) % _P
_NOTHING = (0, 1, 1, 0)


def _plus(a, b):
    """The sum of two points, in extended coordinates (RFC 8032, 5.1.4)."""
    (x1, y1, z1, t1), (x2, y2, z2, t2) = a, b
    less, more = (y1 - x1) * (y2 - x2), (y1 + x1) * (y2 + x2)
    twist, both = 2 * _D * t1 * t2, 2 * z1 * z2
    e, f, g, h = more - less, both - twist, both + twist, more + less
    return (e * f % _P, g * h % _P, f * g % _P, e * h % _P)


def _times(number, point):
    total = _NOTHING
    while number:
        if number & 1:
            total = _plus(total, point)
        point = _plus(point, point)
        number >>= 1
    return total


def _same(a, b):
    return (a[0] * b[2] - b[0] * a[2]) % _P == 0 and (a[1] * b[2] - b[1] * a[2]) % _P == 0


def _point(data):
    """The point that 32 bytes are; None if they are none."""
    y = int.from_bytes(data, "little")
    odd, y = y >> 255, y % 2**255
    if y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * pow(2, (_P - 1) // 4, _P) % _P
    if (x * x - square) % _P or (x == 0 and odd):
        return None
    x = x if x % 2 == odd else _P - x
    return (x, y, 1, x * y % _P)


_BASE = _point((4 * pow(5, -1, _P) % _P).to_bytes(32, "little"))


def verify_ed25519(key, message, signature):
    """Whether the holder of a public key of 32 bytes signed a message. A key of low order, for which anybody can sign, verifies nothing."""
    if len(key) != 32 or len(signature) != 64:
        return False
    number = int.from_bytes(signature[32:], "little")
    public, sent = _point(key), _point(signature[:32])
    if number >= _L or public is None or sent is None or _same(_times(8, public), _NOTHING):
        return False
    digest = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % _L
    return _same(_times(number, _BASE), _plus(sent, _times(digest, public)))


def _main(url, name=None):
    court = connect(url)
    if name is None:
        for operation, summary in sorted(court.operations().items()):
            print(f"{operation:<28} {summary}")
        return
    print(f"{name}: {court.operations().get(name, '')}")
    for member, (schema, required) in court.members(name).items():
        absent = "" if required else " (may be absent)"
        print(f"  {member}{absent}: {schema.get('description') or schema.get('type', '')}")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: python3 court.py <court> [<operation>]")
    _main(*sys.argv[1:])
