"""Runs statements by psycopg2 and prints what it got: python3 postgres.py <port>"""
import json
import sys

import psycopg2
import psycopg2.extras

connection = psycopg2.connect(host="127.0.0.1", port=int(sys.argv[1]), user="shop", password="wire-secret", dbname="postgres")
seen = []


def run(sql, parameters=None):
    with connection.cursor(cursor_factory=psycopg2.extras.RealDictCursor) as cursor:
        try:
            cursor.execute(sql, parameters)
            rows = [dict(row) for row in cursor.fetchall()] if cursor.description else None
            types = [column.type_code for column in cursor.description] if cursor.description else None
            seen.append({"rows": rows, "types": types, "count": cursor.rowcount, "status": cursor.statusmessage})
        except psycopg2.Error as error:
            seen.append({"code": error.pgcode, "message": error.pgerror, "constraint": error.diag.constraint_name})
            connection.rollback()


run("SELECT name, price, at FROM items WHERE name = %s", ("anvil",))
run("INSERT INTO items (name, price) VALUES (%s, %s) RETURNING id", ("python", 3))
connection.commit()
run("INSERT INTO items (name) VALUES (%s)", ("python",))
run("SELECT count(*) AS items, sum(price) AS total FROM items")
connection.commit()
connection.autocommit = True
run("SELECT 1 / %s AS quotient", (0,))
run("SELECT current_schema()")
print(json.dumps(seen, default=str))
