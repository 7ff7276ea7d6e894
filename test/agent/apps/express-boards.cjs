// Published applications on Express, mounted as their documentation says: PostGraphile (pg) and bull-board (BullMQ, ioredis).
const express = require('express');
const { createBullBoard } = require('@bull-board/api');
const { BullMQAdapter } = require('@bull-board/api/bullMQAdapter');
const { ExpressAdapter } = require('@bull-board/express');
const { Queue } = require('bullmq');
const { Pool } = require('pg');
const { postgraphile } = require('postgraphile');

const { hostname: host, port } = new URL(process.env.REDIS_URL);
const queue = new Queue('mails', { connection: { host, port: Number(port), maxRetriesPerRequest: 1 } });
queue.on('error', () => {});
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 2 });
pool.on('error', () => {});

const boards = new ExpressAdapter();
boards.setBasePath('/queues');
createBullBoard({ queues: [new BullMQAdapter(queue)], serverAdapter: boards });

const app = express();
app.use('/queues', boards.getRouter());
app.use(postgraphile(pool, 'public', { graphiql: false, disableQueryLog: true, legacyRelations: 'omit' }));
const server = app.listen(0, '127.0.0.1', () => console.log(`listening ${server.address().port}`));
process.on('SIGTERM', () => process.exit(0));
