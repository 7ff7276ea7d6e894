// An application that knows nothing of the agent: Express, pg and ioredis, calls by http, https-less fetch and undici.
const http = require('node:http');
const express = require('express');
const { Pool, Client, Query } = require('pg');
const Redis = require('ioredis');

// The undici of this repository does not run on Node 20.
const requested = process.version.startsWith('v20.')
  ? async (url) => ({ body: (await fetch(url)).body })
  : require('undici').request;

const INVENTORY = process.env.INVENTORY_URL;
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: Number(process.env.POOL || 4) });
pool.on('error', () => {});
const redis = new Redis(process.env.REDIS_URL, { maxRetriesPerRequest: 1 });
redis.on('error', () => {});

const app = express();
app.use(express.json());

function getByHttp(url, body) {
  return new Promise((resolve, reject) => {
    const request = http.request(url, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json' },
    });
    request.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode, text }));
    });
    request.on('error', reject);
    request.end(body);
  });
}

app.get('/orders/:id', async (request, response) => {
  const [found, cached, stock] = await Promise.all([
    pool.query('SELECT id, total, at, data, tags FROM orders WHERE id = $1', [request.params.id]),
    redis.hgetall(`order:${request.params.id}`),
    getByHttp(`${INVENTORY}/stock/${request.params.id}?full=1`),
  ]);
  const seen = await redis.multi().incr(`seen:${request.params.id}`).get(`seen:${request.params.id}`).exec();
  response.json({
    order: found.rows[0] ?? null,
    isDate: found.rows[0]?.at instanceof Date,
    command: found.command,
    rowCount: found.rowCount,
    fields: found.fields.map((field) => field.name),
    cached,
    seen,
    stock,
  });
});

app.post('/orders', async (request, response) => {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const made = await client.query({
      text: 'INSERT INTO orders (total, data) VALUES ($1, $2) RETURNING id',
      values: [request.body.total, request.body],
      rowMode: 'array',
    });
    await client.query('COMMIT');
    const fetched = await fetch(`${INVENTORY}/reserve`, {
      method: 'POST',
      body: JSON.stringify({ n: request.body.total }),
      headers: { 'content-type': 'application/json' },
    });
    const { body } = await requested(`${INVENTORY}/zip`);
    const zipped = [];
    for await (const chunk of body) zipped.push(chunk);
    await redis.set('last', Buffer.from([1, 255, 2]));
    response.status(201).json({
      id: made.rows,
      status: fetched.status,

      reserved: await fetched.json(),
      zipped: Buffer.concat(zipped).toString('base64'),
      last: (await redis.getBuffer('last')).toString('hex'),
    });
  } finally {
    client.release();
  }
});

app.get('/errors', async (_, response) => {
  const faults = [];
  for (const work of [
    () => pool.query('SELECT nothing FROM nowhere'),
    () => redis.incr('text'),
    () => fetch('http://127.0.0.1:1/closed'),
    () => getByHttp('http://127.0.0.1:1/closed'),
  ]) {
    try {
      await work();
      faults.push(null);
    } catch (fault) {
      faults.push({
        name: fault.constructor.name,
        code: fault.code ?? fault.cause?.code,
        message: fault.message.slice(0, 60),
        // As an application that shows a database error whole.
        members: fault.severity
          ? Object.entries(fault)
              .filter(([, value]) => value !== undefined)
              .sort()
          : null,
      });
    }
  }
  response.json(faults);
});

app.get('/callbacks', (_, response, next) => {
  pool.query('SELECT count(*) AS n FROM orders', (fault, counted) => {
    if (fault) return next(fault);
    redis.get('text', (failure, text) => {
      if (failure) return next(failure);
      const query = new Query('SELECT 1 + 1 AS two; SELECT 3 AS three');
      const client = new Client(process.env.DATABASE_URL);
      client.connect();
      const rows = [];
      query.on('row', (row) => rows.push(row));
      query.on('end', () => client.end(() => response.json({ counted: counted.rows, text, rows })));
      query.on('error', next);
      client.query(query);
    });
  });
});

app.get('/disposed', async (_, response) => {
  const client = new Client(process.env.DATABASE_URL);
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query('SELECT 7 AS seven');
  // Some pools end a client so, and wait.
  const ended = new Promise((resolve) => client.once('end', resolve));
  client.connection.stream.destroy();
  await ended;
  response.json(rows);
});

app.get('/quiet', (_, response) => response.type('text/plain').send('no calls'));

app.use((fault, _request, response, _next) => response.status(500).json({ message: fault.message, code: fault.code }));

const server = app.listen(0, '127.0.0.1', () => console.log(`listening ${server.address().port}`));
process.on('SIGTERM', () => {
  server.close(() => process.exit(0));
  server.closeAllConnections();
});
