import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { announce } from './announce.ts';

/** The minimum cost of an HTTP response: a route that returns a constant JSON of as many bytes as the argument. */
const body = JSON.stringify({ padding: 'x'.repeat(Math.max(0, Number(process.argv[2]) - '{"padding":""}'.length)) });
const app = new Hono();
app.get('/runs/:planId', (context) => context.body(body, 200, { 'content-type': 'application/json; charset=utf-8' }));
// serve makes this without TLS or HTTP/2
announce(serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }) as Server);
