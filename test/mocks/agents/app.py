"""A server under test for agent.py: it reserves stock, and answers with what it got."""
import contextvars, os, socketserver
from concurrent.futures import ThreadPoolExecutor
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server
from agent import http_call, replayed

class Server(socketserver.ThreadingMixIn, WSGIServer):
    daemon_threads = True
    request_queue_size = 64

class Quiet(WSGIRequestHandler):
    def log_message(self, *_): pass

def reserve(_):
    try:
        headers = [("content-type", "application/json")]
        return http_call("inventory", os.environ["INVENTORY"], "POST", "/reserve", headers, b'{"sku":"a"}')[2].decode()
    except OSError: return '"failed"'

def app(environ, start_response):
    with ThreadPoolExecutor(20) as pool:
        context = contextvars.copy_context()
        answers = list(pool.map(lambda _: context.copy().run(reserve, _), range(20)))
    start_response("200 OK", [("content-type", "application/json")])
    return [f"[{','.join(answers)}]".encode()]

make_server("127.0.0.1", int(os.environ["PORT"]), replayed(app), Server, Quiet).serve_forever()
