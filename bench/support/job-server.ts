import type { Server } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { announce } from './announce.ts';

/** A minimal trigger server: stores each job as a row of SQLite, synchronously and durably, and returns its number. */
const database = new DatabaseSync(process.argv[2] ?? ':memory:');
database.exec(
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE job (id INTEGER PRIMARY KEY, body TEXT)',
);
const insert = database.prepare('INSERT INTO job (body) VALUES (?)');
const app = new Hono();
app.post('/jobs', async (context) =>
  context.json({ planId: String(insert.run(await context.req.text()).lastInsertRowid) }),
);
// serve makes this without TLS or HTTP/2
announce(serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }) as Server);
