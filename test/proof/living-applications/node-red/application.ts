import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inJson } from '../changed-build.ts';
import type { LivingApplication } from '../living-application.ts';
import { npmPackage } from '../npm-package.ts';
import { nodeRedTraffic } from './traffic.ts';

const { source, folder } = npmPackage('node-red');

/** The bcrypt hash of the password of both users. */
const HASH = '$2b$08$8EO8Q4rlKNaPjFzzOwfEXOi40X.M96hTQZcK3H6cXp4hVFfyTGzAe';

/** Two users of the editor, no access without a login, and an endpoint of flows. */
const settings = `module.exports = {
  flowFile: 'flows.json',
  credentialSecret: 'a-secret-of-this-proof',
  logging: { console: { level: 'warn' } },
  functionExternalModules: false,
  externalModules: { palette: { allowInstall: false } },
  adminAuth: {
    type: 'credentials',
    users: [
      { username: 'ann', password: '${HASH}', permissions: '*' },
      { username: 'ben', password: '${HASH}', permissions: 'read' },
    ],
  },
};
`;

/** The flow editor: its admin API, and flows that answer HTTP themselves. */
export const nodeRed: LivingApplication = {
  ...source,
  uses: 'tokens of two users, revisions of flows by hash, ids made by the server, flows that answer HTTP with times',
  start: ({ folder: data, port }) => {
    const file = join(data, 'settings.js');
    writeFileSync(file, settings);
    const red = join(folder(), 'node_modules/node-red/red.js');
    return { program: process.execPath, args: [red, '--userDir', data, '--settings', file, '--port', String(port)] };
  },
  ready: '/auth/login',
  traffic: nodeRedTraffic,
  planted: [
    {
      what: 'the permissions of a token are others',
      on: /^GET \/auth\/login$/,
      change: inJson((body) => {
        body.type = 'strategy';
      }),
      row: { kind: 'FIELD_VALUE', subject: 'type' },
    },
    {
      what: 'the label of a flow is gone',
      on: /^GET \/flow\//,
      change: inJson((body) => {
        delete body.label;
      }),
      row: { kind: 'FIELD_MISSING', subject: 'label' },
    },
    {
      what: 'the answer of a flow has another price, beside its time',
      on: /^GET \/shop\/price/,
      change: inJson((body) => {
        body.price = 13;
      }),
      row: { kind: 'FIELD_VALUE', subject: 'price' },
    },
    {
      what: 'the editor settings lack a module',
      on: /^GET \/settings$/,
      change: inJson((body) => {
        delete body.httpNodeRoot;
      }),
      row: { kind: 'FIELD_MISSING', subject: 'httpNodeRoot' },
    },
    {
      what: 'saving a flow answers 200 instead of 204',
      on: /^DELETE \/flow\//,
      change: (response) => {
        response.status = 200;
      },
      row: { kind: 'UNCLASSIFIED', subject: '200' },
    },
  ],
};
