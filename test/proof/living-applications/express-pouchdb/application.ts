import { join } from 'node:path';
import { inJson } from '../changed-build.ts';
import type { LivingApplication } from '../living-application.ts';
import { npmPackage } from '../npm-package.ts';
import { pouchTraffic } from './traffic.ts';

const { source, folder } = npmPackage('express-pouchdb');

/** PouchDB Server: the API of CouchDB over documents in memory. */
export const expressPouchdb: LivingApplication = {
  ...source,
  uses: 'documents with revisions (1-<md5>), random ids, changes feed, views, cookie sessions of two users',
  start: ({ folder: data, port }) => ({
    program: process.execPath,
    args: [join(folder(), 'start.mjs')],
    cwd: data,
    env: { PORT: String(port), FOLDER: data },
  }),
  ready: '/',
  traffic: pouchTraffic,
  planted: [
    {
      what: 'the name of the server changed',
      on: /^GET \/$/,
      change: inJson((body) => {
        body.vendor.name = 'Another Server';
      }),
      row: { kind: 'FIELD_VALUE', subject: 'vendor.name' },
    },
    {
      what: 'a document has lost its kind',
      on: /^GET \/notes\/n-bread/,
      change: inJson((body) => {
        delete body.kind;
      }),
      row: { kind: 'FIELD_MISSING', subject: 'kind' },
    },
    {
      what: 'revisions count from the second',
      on: /^PUT \/notes\/n-milk$/,
      change: inJson((body) => {
        body.rev = body.rev?.replace(/^\d+/, (n: string) => String(Number(n) + 1));
      }),
      row: { kind: 'FIELD_VALUE', subject: 'rev' },
    },
    {
      what: 'the number of documents is a text',
      on: /^GET \/notes$/,
      change: inJson((body) => {
        body.doc_count = String(body.doc_count);
      }),
      row: { kind: 'FIELD_TYPE', subject: 'doc_count' },
    },
    {
      what: 'the rows of a view lack the last one',
      on: /^GET \/notes\/_design\/by/,
      change: inJson((body) => {
        body.rows.pop();
      }),
      row: { kind: 'ARRAY_LENGTH', subject: 'rows' },
    },
  ],
};
