import { expect, test } from 'vitest';
import { warnOfOpenAccess } from '../../../bin/standalone/open-access.ts';
import { standaloneConfig } from '../../../functions/platform/settings/config.ts';

const ON = { HOST: '0.0.0.0', SVC_REPLAY_OPENAPI: 'true' };

test.each([
  [1, 'off loopback with the Open API on and no token', ON],
  [0, 'with a token', { ...ON, SVC_OPENAPI_TOKEN: 'an-open-api-token-of-enough-length' }],
  [0, 'with a password', { ...ON, SVC_BASIC_AUTH: 'ops:secret' }],
  [0, 'on loopback', { ...ON, HOST: '127.0.0.1' }],
  [0, 'with the Open API off', { HOST: '0.0.0.0' }],
])('%i warnings %s', (count, _, env) => {
  const lines: string[] = [];
  warnOfOpenAccess(standaloneConfig(env), { warn: (message) => void lines.push(message) });
  expect(lines).toHaveLength(count);
  for (const line of lines) expect(line).toMatch(/start runs towards allowed targets.*SVC_OPENAPI_TOKEN/);
});
