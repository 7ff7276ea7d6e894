import { expect, test } from 'vitest';
import { warnOfOpenAccess } from '../../../bin/standalone/open-access.ts';
import { standaloneConfig } from '../../../functions/platform/settings/config.ts';
import { allEndpoints } from '../../openapi/all-endpoints.ts';

const ON = { HOST: '0.0.0.0', SVC_REPLAY_OPENAPI: 'true' };

function warned(env: Record<string, string>): string[] {
  const lines: string[] = [];
  warnOfOpenAccess(standaloneConfig(env), { warn: (message) => void lines.push(message) });
  return lines;
}

test.each([
  [1, 'off loopback with the Open API on and no token', ON],
  [0, 'with a token', { ...ON, SVC_OPENAPI_TOKEN: 'an-open-api-token-of-enough-length' }],
  [0, 'with a password', { ...ON, SVC_BASIC_AUTH: 'ops:secret' }],
  [1, 'on loopback behind a proxy', { SVC_PUBLIC_URL: 'https://replay.example' }],
  [0, 'on loopback with an address of this machine', { SVC_PUBLIC_URL: 'http://localhost:8090' }],
  [0, 'on loopback', { ...ON, HOST: '127.0.0.1' }],
  [0, 'with the Open API off', { HOST: '0.0.0.0' }],
])('the service logs %i warnings at its start %s', (count, _, env) => {
  const lines = warned(env);
  expect(lines).toHaveLength(count);
  for (const line of lines) expect(line).toMatch(/start runs towards allowed targets.*SVC_OPENAPI_TOKEN/);
});

/** What the warning says of each path that needs no credential. */
const RIGHTS: Readonly<Record<string, string>> = {
  'POST /openapi/v1/replay-triggers': 'start runs towards allowed targets',
  'GET /openapi/v1/replay-runs/{planId}': 'read results',
  'GET /openapi/v1/replay-runs/{planId}/diagnosis': 'read results',
  'POST /openapi/v1/replay-runs/{planId}/diagnosis': 'take analysis jobs',
  'POST /openapi/v1/analysis-jobs/claim': 'take analysis jobs',
  'GET /openapi/v1/notification-channels': 'change notification channels',
  'POST /openapi/v1/notification-channels': 'change notification channels',
  'DELETE /openapi/v1/notification-channels/{id}': 'change notification channels',
  'POST /openapi/v1/notification-channels/{id}/test': 'change notification channels',
};

test('the warning names what each endpoint permits to a caller without credentials', () => {
  const open = allEndpoints.filter(({ path, scope }) => path.startsWith('/openapi/v1/') && scope === null);
  expect(open.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(RIGHTS).sort());
  const [line] = warned(ON);
  for (const right of Object.values(RIGHTS)) expect(line).toContain(right);
});
