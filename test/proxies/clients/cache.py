"""Runs commands by redis-py and prints what it got: python3 cache.py <port>"""
import json
import sys

import redis

client = redis.Redis(host="127.0.0.1", port=int(sys.argv[1]), decode_responses=True)
seen = []


def run(*words):
    try:
        reply = client.execute_command(*words)
        seen.append(sorted(reply) if isinstance(reply, set) else reply)
    except redis.RedisError as error:
        seen.append({"error": str(error)})


run("SET", "python", "3")
run("GET", "python")
run("GET", "nothing")
run("INCR", "python")
run("HSET", "hash", "a", "1", "b", "2")
run("HGETALL", "hash")
run("LPUSH", "python", "x")
run("SMEMBERS", "tags")
run("PING")
with client.pipeline(transaction=True) as pipe:
    seen.append(pipe.set("in", "1").incr("in").get("in").execute())
print(json.dumps(seen, default=str))
