import type { ApiKeyScope } from '../../store/api-keys.ts';

/** What each scope of interface 4.8 allows. */
export const SCOPE_TEXTS: Readonly<Record<ApiKeyScope, string>> = {
  read: 'read everything',
  write: 'start runs, change rules, marks and settings',
  record: 'send recordings and log rows',
  agent: 'request mocks, as an agent in the service under test',
  'eval:read': 'read evaluations, gates and scores',
  'eval:run': 'resolve workflows, commit artifacts, start and cancel evaluations',
  'eval:policy': 'change online policies',
  'eval:admin': 'register and revoke evaluation hosts',
  'scores:write': 'write scores',
  admin: 'everything, including keys and users',
};
