import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inJson } from '../changed-build.ts';
import type { LivingApplication } from '../living-application.ts';
import { npmPackage } from '../npm-package.ts';
import { jsonServerTraffic } from './traffic.ts';

const { source, folder } = npmPackage('json-server');

/** What the server serves first: a board of tasks of several people. */
const DATA = {
  users: [],
  tasks: [
    { id: 1, title: 'Water the plants', done: false, price: 0, ownerId: 0 },
    { id: 2, title: 'Feed the cat', done: true, price: 12.5, ownerId: 0 },
  ],
  comments: [{ id: 'c1', taskId: 1, body: 'With rain water' }],
  profile: { name: 'household', seats: 4 },
};

/** Who may read and write what: owners, logged in users, others. */
const GUARDS = { users: 640, tasks: 664, comments: 664 };

/** json-server with logins by json-server-auth. */
export const jsonServer: LivingApplication = {
  ...source,
  uses: 'REST with JWTs and bcrypt, two users of one JSON file, pages with Link and X-Total-Count',
  start: ({ folder: data, port }) => {
    const file = join(data, 'db.json');
    writeFileSync(file, JSON.stringify(DATA));
    const guards = join(data, 'routes.json');
    writeFileSync(guards, JSON.stringify(GUARDS));
    const bin = join(folder(), 'node_modules/json-server-auth/dist/bin.js');
    return {
      program: process.execPath,
      args: [bin, file, '--routes', guards, '--port', String(port), '--host', '127.0.0.1', '--quiet'],
    };
  },
  ready: '/profile',
  traffic: jsonServerTraffic,
  planted: [
    {
      what: 'a price is rounded',
      on: /^GET \/tasks\/2$/,
      change: inJson((task) => {
        task.price = 12;
      }),
      row: { kind: 'FIELD_VALUE', subject: 'price' },
    },
    {
      what: 'the member done is gone from lists',
      on: /^GET \/tasks\?_sort/,
      change: inJson((tasks) => {
        for (const task of tasks) delete task.done;
      }),
      row: { kind: 'FIELD_MISSING', subject: '[*].done' },
    },
    {
      what: 'the total of a page is wrong',
      on: /^GET \/tasks\?_page/,
      change: ({ headers }) => {
        headers['x-total-count'] = '1000';
      },
      row: { kind: 'FIELD_VALUE', subject: "@headers['x-total-count']" },
    },
    {
      what: 'the seats are a text',
      on: /^GET \/profile$/,
      change: inJson((profile) => {
        profile.seats = String(profile.seats);
      }),
      row: { kind: 'FIELD_TYPE', subject: 'seats' },
    },
    {
      what: 'a comment shows the e-mail address of its author',
      on: /^POST \/comments$/,
      change: inJson((comment) => {
        comment.email = 'someone@example.com';
      }),
      row: { kind: 'SENSITIVE_FIELD', subject: 'email' },
    },
  ],
};
