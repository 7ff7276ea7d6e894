import { django } from './django/application.ts';
import { dokuwiki } from './dokuwiki/application.ts';
import { etcd } from './etcd/application.ts';
import { expressPouchdb } from './express-pouchdb/application.ts';
import { jsonGraphqlServer } from './json-graphql-server/application.ts';
import { jsonServer } from './json-server/application.ts';
import type { LivingApplication } from './living-application.ts';
import { nodeRed } from './node-red/application.ts';
import { parseServer } from './parse-server/application.ts';
import { radicale } from './radicale/application.ts';
import { unleash } from './unleash/application.ts';

/** Published applications that run without an agent. */
export const LIVING_APPLICATIONS: readonly LivingApplication[] = [
  jsonServer,
  expressPouchdb,
  nodeRed,
  jsonGraphqlServer,
  parseServer,
  unleash,
  django,
  dokuwiki,
  etcd,
  radicale,
];
