import type { Application } from '../application.ts';
import { payloadTraffic } from './traffic.ts';

/** Payload, a content management system inside Next.js: route handlers and a page, PostgreSQL by Drizzle and `pg`. */
export const payload: Application = {
  name: 'payload',
  builtOn: 'Next.js 15, pg (Drizzle)',
  build: ['node_modules/next/dist/bin/next', 'build'],
  setUp: ['set-up.mjs'],
  entry: ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1'],
  env: ({ port, databaseUrl }) => ({
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    PAYLOAD_SECRET: 'payload-secret-0123456789',
    NEXT_TELEMETRY_DISABLED: '1',
  }),
  agentEnv: { REPLAY_CLOCK: 'recorded', REPLAY_RANDOM: 'recorded' },
  traffic: payloadTraffic,
  ignored: ['first-register', 'login', 'me', 'refresh-token'].map((endpoint) => ({
    operation: `/api/users/${endpoint}`,
    path: 'exp',
    why: 'the second in which a token ends counts from the moment at which it is signed',
  })),
  planted: {
    what: 'failed logins are not counted',
    file: '.next/server/chunks/1060.js',
    from: 'V=c.collection.config.auth.maxLoginAttempts>0;',
    to: 'V=!1;',
  },
};
