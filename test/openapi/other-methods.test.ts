import { expect, test } from 'vitest';
import { application } from '../../functions/platform/http/application.ts';
import { familiesOf } from '../../functions/platform/http/families.ts';
import { silentLog } from '../contracts/silent-log.ts';
import { allEndpoints } from './all-endpoints.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];

const app = application({
  families: familiesOf(
    allEndpoints.map((endpoint) => ({ ...endpoint, answer: () => Promise.reject(new Error('nothing is asked')) })),
    { openApi: true, openApiToken: 'a token that no request has', publicUrl: 'http://localhost', allowedHosts: [] },
  ),
  world: { now: () => 0, newId: () => 'f'.repeat(32), log: silentLog },
  callerOf: async () => null,
});

const byPath = [...Map.groupBy(allEndpoints, ({ path }) => path)];

test.for(byPath)(
  '%s refuses another method before it reads the credential (interface 1)',
  async ([path, endpoints]) => {
    const known = new Set<string>(endpoints.map(({ method }) => method));
    const allow = [...known].sort().join(', ');
    for (const method of METHODS.filter((one) => !known.has(one))) {
      for (const headers of [{}, { 'access-token': 'wrong' }, { origin: 'https://evil.example' }]) {
        const answer = await app.request(path.replaceAll(/\{\w+\}/g, 'x'), { method, headers });
        expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, allow]);
      }
    }
  },
);
