import type { Application } from '../application.ts';
import { platformaticTraffic } from './traffic.ts';

/** Platformatic DB, REST and GraphQL over PostgreSQL: Fastify 5, `pg` through @databases/pg, events through ioredis. */
export const platformatic: Application = {
  name: 'platformatic',
  builtOn: 'Fastify 5, pg (@databases), ioredis (mqemitter)',
  entry: ['start.mjs'],
  env: ({ port, databaseUrl, redisPort }) => ({
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
  }),
  traffic: platformaticTraffic,
  planted: {
    what: 'the event of a saved row is published without its key',
    file: 'node_modules/@platformatic/sql-events/index.js',
    from: '[primaryKey]: res[primaryKey]',
    to: '',
  },
};
