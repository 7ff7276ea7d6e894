import { join } from 'node:path';
import { hasNoPostgres } from '../../../support/real-servers/postgres.ts';
import { inJson } from '../changed-build.ts';
import type { LivingApplication } from '../living-application.ts';
import { npmPackage } from '../npm-package.ts';
import { parseTraffic } from './traffic.ts';

const { source, folder } = npmPackage('parse-server');

/** A backend for applications over PostgreSQL. */
export const parseServer: LivingApplication = {
  ...source,
  missing: () => (hasNoPostgres() ? 'apt-get install postgresql installs its database' : null),
  uses: 'PostgreSQL: sessions of two users, short random ids, access lists, counters, times, queries and logouts',
  database: true,
  start: ({ folder: data, port, databaseUrl }) => ({
    program: process.execPath,
    args: [join(folder(), 'start.mjs')],
    cwd: data,
    env: { PORT: String(port), DATABASE_URL: databaseUrl, PARSE_SERVER_LOGS_FOLDER: 'null' },
  }),
  ready: '/parse/health',
  traffic: parseTraffic,
  planted: [
    {
      what: 'a count is one too high',
      on: /^GET \/parse\/classes\/Task\?count=1/,
      change: inJson((body) => {
        body.count += 1;
      }),
      row: { kind: 'FIELD_VALUE', subject: 'count' },
    },
    {
      what: 'a task has lost its title',
      on: /^GET \/parse\/classes\/Task\/\w+$/,
      change: inJson((body) => {
        delete body.title;
      }),
      row: { kind: 'FIELD_MISSING', subject: 'title' },
    },
    {
      what: 'the user shows another name',
      on: /^GET \/parse\/users\/me$/,
      change: inJson((body) => {
        if (body.username) body.username = `${body.username}-x`;
      }),
      row: { kind: 'FIELD_VALUE', subject: 'username' },
    },
    {
      what: 'a counter is a text',
      on: /^PUT \/parse\/classes\/Task\//,
      change: inJson((body) => {
        if (body.votes !== undefined) body.votes = String(body.votes);
      }),
      row: { kind: 'FIELD_TYPE', subject: 'votes' },
    },
    {
      what: 'the list of notes comes the other way around',
      on: /^GET \/parse\/classes\/Note\?order=text/,
      change: inJson((body) => {
        body.results.reverse();
      }),
      row: { kind: 'ARRAY_ORDER', subject: 'results' },
    },
  ],
};
