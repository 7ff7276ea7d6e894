"""An agent for the HTTP calls of a WSGI application: Python 3, standard library only."""
import base64, contextvars, json, os, urllib.error, urllib.request, uuid
from signature import signed_replay

SERVICE, KEY = os.environ["SVC_URL"], os.environ["SVC_TOKEN"]
WAIT = int(os.environ.get("REPLAY_WAIT_MS", "50")) / 1000  # the longest wait for the service before a request is served
current = contextvars.ContextVar("replay", default=None)  # the replay of the request that runs here

def fetch(method, url, headers, body, timeout=10):
    try:
        response = urllib.request.urlopen(urllib.request.Request(url, body, headers, method=method), timeout=timeout)
    except urllib.error.HTTPError as refused:
        response = refused
    with response: return response.status, response.getheaders(), response.read()

def ask(method, path, body=None):
    """Asks the service; again after a lost connection, which an askId or reportId makes harmless."""
    for attempt in range(10):
        try:
            data = None if body is None else json.dumps(body).encode()
            return json.loads(fetch(method, SERVICE + path, {"x-api-key": KEY, "content-type": "application/json"}, data)[2])
        except OSError:
            if attempt == 9: raise

def side(headers, body):
    """Headers and body as recorders write them."""
    try: text, encoding = body.decode(), "utf8"
    except UnicodeDecodeError: text, encoding = base64.b64encode(body).decode(), "base64"
    return {"headers": [list(pair) for pair in headers], "body": text, "bodyEncoding": encoding}

def replayed(app):
    """Wraps a WSGI application: knows the replay of each request, and reports its calls."""
    def wrapped(environ, start_response):
        replay_id, replay = signed_replay(environ, WAIT), None
        try: replay = replay_id and json.loads(fetch("GET", f"{SERVICE}/api/recorder/replays/{replay_id}", {"x-api-key": KEY}, None, WAIT)[2])
        except OSError: pass  # the service does not answer: no replay
        if not replay or "errorCode" in replay: return app(environ, start_response)
        replay["made"] = []
        token = current.set(replay)
        try: body = list(app(environ, start_response))
        finally: current.reset(token)
        # Before the response ends, so that the service has all calls when it compares. An empty list counts, too.
        ask("POST", f"/api/recorder/replays/{replay_id}/calls", {"reportId": uuid.uuid4().hex, "calls": replay["made"]})
        return body
    return wrapped

def http_call(target, address, method, path, headers=(), body=b""):
    """What the application uses as its HTTP client: returns (status, headers, body)."""
    replay = current.get()
    request = {"method": method, "path": path, **side(headers, body)}
    call = {"kind": "http", "target": target, "operation": method, "request": request}
    if replay and replay["enableMock"]:
        answer = ask("POST", "/api/recorder/mocks/match", {"replayId": replay["replayId"], "askId": uuid.uuid4().hex, "call": call})
        if answer.get("error"): raise OSError(answer["error"])
        if answer.get("matched") or answer.get("onMiss") == "default":
            found = answer["response"]
            content = base64.b64decode(found["body"]) if found.get("bodyEncoding") == "base64" else (found.get("body") or "").encode()
            return found["status"], found.get("headers", []), content
        if answer.get("onMiss") != "passThrough": raise OSError("no recorded call answers")
    status, sent, content = fetch(method, address + path, dict(headers), body or None)
    if replay and not replay["enableMock"]: replay["made"].append({**call, "response": {"status": status, **side(sent, content)}})
    return status, sent, content
