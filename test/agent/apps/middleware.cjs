// An application that starts the agent by one line, without `node --import`: what it requires before is hooked as well.
const http = require('node:http');
const Redis = require('ioredis');
const { replayAgent } = require(process.env.AGENT_ENTRY);

const redis = new Redis(process.env.REDIS_URL, { lazyConnect: true });
const work = async () => {
  const count = await redis.incr('visits');
  const stock = await new Promise((resolve, reject) => {
    http
      .get(`${process.env.INVENTORY_URL}/stock`, (response) => response.on('data', (text) => resolve(String(text))))
      .on('error', reject);
  });
  return { count, stock };
};
const listening = (server) => console.log(`listening ${server.address().port}`);

if (process.env.AGENT_ENTRY.endsWith('express.cjs')) {
  const app = require('express')();
  app.use(replayAgent());
  app.get('/', async (_, response) => response.json(await work()));
  const server = app.listen(0, '127.0.0.1', () => listening(server));
} else {
  const app = require('fastify').fastify();
  app.register(replayAgent());
  app.get('/', work);
  app.listen({ port: 0, host: '127.0.0.1' }).then(() => listening(app.server));
}
process.on('SIGTERM', () => process.exit(0));
