"""Knows the requests that the service signed: Python 3, standard library only."""
import base64, hmac, json, os, re, threading, time, urllib.parse, urllib.request

APP = urllib.parse.quote(os.environ["REPLAY_APP"], safe="")
KEYS_URL = f'{os.environ["SVC_URL"]}/api/recorder/apps/{APP}/replay-keys'
SKEW_MS = 5 * 60_000
SIGNATURE = re.compile(r"v1 ([A-Za-z0-9_-]{1,64}) ([1-9][0-9]{0,14}) ([A-Za-z0-9_-]{43})")
keys, used, lock = {}, {}, threading.Lock()  # keys by id; expiry of used replay ids, ms
asked_at = 0.0

def refresh(timeout):
    """Reads the keys, at most once per second: an outsider may name any key."""
    global asked_at
    if time.monotonic() - asked_at < 1: return
    asked_at = time.monotonic()
    request = urllib.request.Request(KEYS_URL, headers={"x-api-key": os.environ["SVC_TOKEN"]})
    try:
        with urllib.request.urlopen(request, timeout=timeout) as response: answer = json.load(response)
    except OSError: return
    keys.clear()
    keys.update((one["keyId"], base64.urlsafe_b64decode(one["key"] + "=")) for one in answer["keys"])

def target_of(environ):
    """Path and query as they arrived; servers that do not pass them on get them written again."""
    raw = environ.get("REQUEST_URI") or environ.get("RAW_URI")
    if raw: return raw
    path = urllib.parse.quote((environ.get("SCRIPT_NAME", "") + environ["PATH_INFO"]).encode("latin-1"))
    return path + ("?" + environ["QUERY_STRING"] if environ.get("QUERY_STRING") else "")

def signed_replay(environ, wait):
    """The replay id of a WSGI request that the service signed, once; else None."""
    replay_id, mock = environ.get("HTTP_X_REPLAY_ID", ""), environ.get("HTTP_X_REPLAY_MOCK", "")
    signature = SIGNATURE.fullmatch(environ.get("HTTP_X_REPLAY_SIGNATURE", ""))
    now = int(time.time() * 1000)
    if not signature or not re.fullmatch("[0-9a-f]{24}", replay_id) or abs(now - int(signature[2])) > SKEW_MS: return None
    if signature[1] not in keys: refresh(wait)
    key = keys.get(signature[1])
    signed = "\n".join(["v1", replay_id, environ["REQUEST_METHOD"], target_of(environ), signature[2], mock])
    mac = base64.urlsafe_b64encode(hmac.digest(key or b"", signed.encode("latin-1"), "sha256")).decode().rstrip("=")
    if key is None or not hmac.compare_digest(mac, signature[3]): return None
    with lock:
        for old in [one for one, until in used.items() if until < now]: del used[old]
        if replay_id in used: return None
        used[replay_id] = now + 2 * SKEW_MS
    return replay_id

refresh(5)
