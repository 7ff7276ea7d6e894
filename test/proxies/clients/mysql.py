"""Runs statements by PyMySQL and prints what it got: python3 mysql.py <port>"""
import json
import sys

import pymysql

connection = pymysql.connect(host="127.0.0.1", port=int(sys.argv[1]), user="shop", password="wire-secret", database="shop")
seen = []


def run(sql, parameters=None):
    with connection.cursor() as cursor:
        try:
            cursor.execute(sql, parameters)
            names = [column[0] for column in cursor.description] if cursor.description else None
            seen.append({"rows": cursor.fetchall(), "names": names, "count": cursor.rowcount, "id": cursor.lastrowid})
        except pymysql.MySQLError as error:
            seen.append({"error": error.args})


run("SELECT name, price, at FROM items WHERE name = %s", ("anvil",))
run("INSERT INTO items (name, price) VALUES (%s, %s)", ("python", 3))
run("SELECT LAST_INSERT_ID()")
connection.commit()
run("INSERT INTO items (name) VALUES (%s)", ("python",))
connection.rollback()
run("SELECT COUNT(*) AS items, SUM(price) AS total FROM items")
run("SELECT * FROM nowhere")
run("SELECT VERSION() LIKE '%%MariaDB%%'")
print(json.dumps(seen, default=str))
