import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inJson } from '../changed-build.ts';
import type { LivingApplication } from '../living-application.ts';
import { npmPackage } from '../npm-package.ts';
import { graphqlTraffic } from './traffic.ts';

const { source, folder } = npmPackage('json-graphql-server');

/** A blog: its users, posts and comments. */
const DATA = {
  users: [
    { id: 1, name: 'Ann' },
    { id: 2, name: 'Ben' },
  ],
  posts: [
    { id: 1, title: 'Bread', views: 254, user_id: 1, published_at: '2026-01-12T10:00:00.000Z' },
    { id: 2, title: 'Milk', views: 65, user_id: 2, published_at: '2026-02-12T10:00:00.000Z' },
  ],
  comments: [{ id: 987, post_id: 1, body: 'Good', date: '2026-02-03T10:00:00.000Z' }],
};

/** GraphQL over a file of data: every operation is a POST to one path. */
export const jsonGraphqlServer: LivingApplication = {
  ...source,
  uses: 'GraphQL by one path: queries, mutations, filters, pages, errors beside data',
  start: ({ folder: data, port }) => {
    const file = join(data, 'data.cjs');
    writeFileSync(file, `module.exports = ${JSON.stringify(DATA)};`);
    const bin = join(folder(), 'node_modules/json-graphql-server/bin/json-graphql-server.cjs');
    return { program: process.execPath, args: [bin, file, '--port', String(port), '--host', '127.0.0.1'] };
  },
  traffic: graphqlTraffic,
  planted: [
    {
      what: 'another number of views',
      on: /^POST/,
      sent: /"operationName":"Post"/,
      change: inJson(({ data }) => {
        if (data.Post) data.Post.views += 1;
      }),
      row: { kind: 'FIELD_VALUE', subject: 'data.Post.views' },
    },
    {
      what: 'a search finds nothing',
      on: /^POST/,
      sent: /"operationName":"Search"/,
      change: inJson(({ data }) => {
        data.allPosts = [];
      }),
      row: { kind: 'ARRAY_LENGTH', subject: 'data.allPosts' },
    },
    {
      what: 'an operation answers null',
      on: /^POST/,
      sent: /"operationName":"Rename"/,
      change: inJson((body) => {
        body.data.updatePost = null;
      }),
      row: { kind: 'FIELD_TYPE', subject: 'data.updatePost' },
    },
    {
      what: 'totals are texts',
      on: /^POST/,
      sent: /"operationName":"Total"/,
      change: inJson(({ data }) => {
        data._allPostsMeta.count = String(data._allPostsMeta.count);
      }),
      row: { kind: 'FIELD_TYPE', subject: 'data._allPostsMeta.count' },
    },
    {
      what: 'a comment shows who wrote it',
      on: /^POST/,
      sent: /"operationName":"Comments"/,
      change: inJson(({ data }) => {
        for (const comment of data.allComments) comment.author = 'Ann';
      }),
      row: { kind: 'NEW_FIELD', subject: 'data.allComments[*].author' },
    },
  ],
};
