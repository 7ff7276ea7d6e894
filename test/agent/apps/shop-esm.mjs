// The same application as an ECMAScript module on Fastify, with named imports.
import { get } from 'node:http';
import { fastify } from 'fastify';
import { Redis } from 'ioredis';
import pg from 'pg';

// The undici of this repository does not run on Node 20.
const request = process.version.startsWith('v20.')
  ? async (url, { query }) => ({ body: await fetch(`${url}?${new URLSearchParams(query)}`) })
  : (await import('undici')).request;

const INVENTORY = process.env.INVENTORY_URL;
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
pool.on('error', () => {});
const redis = new Redis(process.env.REDIS_URL);
redis.on('error', () => {});
const app = fastify();

app.get('/orders/:id', async ({ params: { id } }) => {
  const { rows } = await pool.query('SELECT id, total FROM orders WHERE id = $1', [id]);
  const pipeline = await redis.pipeline().set(`k:${id}`, 'v').get(`k:${id}`).exec();
  const stock = await new Promise((resolve, reject) => {
    get(`${INVENTORY}/stock/${id}`, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve(text);
    }).on('error', reject);
  });
  const { body } = await request(`${INVENTORY}/more`, { query: { id } });
  return { rows, pipeline, stock, more: await body.json() };
});

app.post('/orders', async ({ body }, reply) => {
  const { rows } = await pool.query('INSERT INTO orders (total) VALUES ($1) RETURNING id, at', [body.total]);
  return reply.code(201).send(rows);
});

await app.listen({ port: 0, host: '127.0.0.1' });
console.log(`listening ${app.server.address().port}`);
process.on('SIGTERM', () => process.exit(0));
