import { join } from 'node:path';
import { hasNoPostgres } from '../../../support/real-servers/postgres.ts';
import { inJson } from '../changed-build.ts';
import type { LivingApplication } from '../living-application.ts';
import { npmPackage } from '../npm-package.ts';
import { unleashTraffic } from './traffic.ts';

const { source, folder } = npmPackage('unleash');

/** A server of feature flags over PostgreSQL: its admin API, and what its clients read. */
export const unleash: LivingApplication = {
  ...source,
  missing: () => (hasNoPostgres() ? 'apt-get install postgresql installs its database' : null),
  uses: 'PostgreSQL: cookie sessions of two users, API tokens, events, UUIDs, ULIDs, times, ETags',
  database: true,
  start: ({ folder: data, port, databaseUrl }) => ({
    program: process.execPath,
    args: [join(folder(), 'node_modules/unleash-server/dist/server.js')],
    cwd: data,
    env: {
      PORT: String(port),
      HTTP_HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl,
      DATABASE_SSL: 'false',
      LOG_LEVEL: 'error',
      SEND_TELEMETRY: 'false',
      CHECK_VERSION: 'false',
      AUTH_TYPE: 'open-source',
    },
  }),
  ready: '/health',
  traffic: unleashTraffic,
  planted: [
    {
      what: 'a user has another name',
      on: /^GET \/api\/admin\/user$/,
      change: inJson((body) => {
        body.user.username += '-x';
      }),
      row: { kind: 'FIELD_VALUE', subject: 'user.username' },
    },
    {
      what: 'a flag has lost its type',
      on: /^GET \/api\/admin\/projects\/default\/features\/[\w-]+$/,
      change: inJson((body) => {
        delete body.type;
      }),
      row: { kind: 'FIELD_MISSING', subject: 'type' },
    },
    {
      what: 'clients read a flag that is off as on',
      on: /^GET \/api\/client\/features$/,
      change: inJson((body) => {
        for (const feature of body.features) feature.enabled = !feature.enabled;
      }),
      row: { kind: 'FIELD_VALUE', subject: 'features[*].enabled' },
    },
    {
      what: 'the version of the tags is a text',
      on: /^GET \/api\/admin\/tag-types$/,
      change: inJson((body) => {
        body.version = String(body.version);
      }),
      row: { kind: 'FIELD_TYPE', subject: 'version' },
    },
    {
      what: 'archiving a flag fails',
      on: /^DELETE \/api\/admin\/projects\/default\/features\/[\w-]+$/,
      change: (response) => {
        response.status = 500;
      },
      row: { kind: 'SERVER_ERROR', subject: '500' },
    },
  ],
};
