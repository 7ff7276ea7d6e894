import type { Application } from '../application.ts';
import { postgresMetaTraffic } from './traffic.ts';

/** postgres-meta of Supabase, a REST API over the catalog of PostgreSQL: Fastify 4, and a pool of `pg` per request. */
export const postgresMeta: Application = {
  name: 'postgres-meta',
  builtOn: 'Fastify 4, pg',
  entry: ['node_modules/@supabase/postgres-meta/dist/server/server.js'],
  env: ({ port, databaseUrl }) => ({
    PG_META_HOST: '127.0.0.1',
    PG_META_PORT: String(port),
    PG_META_DB_URL: databaseUrl,
  }),
  traffic: postgresMetaTraffic,
  planted: {
    what: 'a schema is created if it does not exist',
    file: 'node_modules/@supabase/postgres-meta/dist/lib/PostgresMetaSchemas.js',
    from: 'CREATE SCHEMA $',
    to: 'CREATE SCHEMA IF NOT EXISTS $',
  },
};
