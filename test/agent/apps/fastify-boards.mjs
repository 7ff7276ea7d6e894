// Published applications on Fastify, mounted as their documentation says: PostGraphile (pg) and bull-board (BullMQ,
// ioredis).
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import { Queue } from 'bullmq';
import { fastify } from 'fastify';
import pg from 'pg';
import { PostGraphileResponseFastify3, postgraphile } from 'postgraphile';

const { hostname: host, port } = new URL(process.env.REDIS_URL);
const queue = new Queue('mails', { connection: { host, port: Number(port), maxRetriesPerRequest: 1 } });
queue.on('error', () => {});
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 2 });
pool.on('error', () => {});

const boards = new FastifyAdapter();
boards.setBasePath('/queues');
createBullBoard({ queues: [new BullMQAdapter(queue)], serverAdapter: boards });

const app = fastify();
app.register(boards.registerPlugin(), { prefix: '/queues' });
const graphql = postgraphile(pool, 'public', { graphiql: false, disableQueryLog: true, legacyRelations: 'omit' });
app.post(graphql.graphqlRoute, (request, reply) =>
  graphql.graphqlRouteHandler(new PostGraphileResponseFastify3(request, reply)),
);
await app.listen({ port: 0, host: '127.0.0.1' });
console.log(`listening ${app.server.address().port}`);
process.on('SIGTERM', () => process.exit(0));
