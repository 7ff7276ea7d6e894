import { expect, test } from 'vitest';
import { ok, plainErrors, type Route } from '../../../functions/platform/http/api.ts';
import { application } from '../../../functions/platform/http/application.ts';
import { familiesOf } from '../../../functions/platform/http/families.ts';
import { silentLog } from '../../contracts/silent-log.ts';

const route = (method: Route['method'], path: string): Route => ({
  method,
  path,
  scope: null,
  errors: plainErrors,
  doc: { id: 'route', tag: 'Runs', summary: path, responses: {} },
  answer: async ({ params }) => ok({ path, params }),
});
const ROUTES = [
  route('DELETE', '/api/things/{thingId}'),
  route('GET', '/api/things/{thingId}'),
  route('GET', '/api/things/export'),
  route('POST', '/api/things/import'),
  route('GET', '/api/things/{thingId}/{part}'),
  route('GET', '/api/things/{thingId}/parts'),
];

test.for([
  ['in their order', ROUTES],
  ['the other way round', ROUTES.toReversed()],
] as const)('application matches a literal segment before a parameter: routes %s', async ([, routes]) => {
  const world = { now: () => 0, newId: () => 'f'.repeat(32), log: silentLog };
  const app = application({
    families: familiesOf(routes, {
      openApi: true,
      openApiToken: null,
      publicUrl: 'http://localhost',
      allowedHosts: [],
    }),
    world,
    callerOf: async () => null,
  });
  const asked = async (method: string, path: string) => {
    const answer = await app.request(path, { method });
    const { status, headers } = answer;
    return { status, allow: headers.get('allow'), body: await answer.json() };
  };
  expect(await asked('GET', '/api/things/export')).toMatchObject({ body: { path: '/api/things/export', params: {} } });
  expect(await asked('POST', '/api/things/import')).toMatchObject({ body: { path: '/api/things/import', params: {} } });
  expect(await asked('GET', '/api/things/7')).toMatchObject({
    body: { path: '/api/things/{thingId}', params: { thingId: '7' } },
  });
  expect(await asked('GET', '/api/things/7/parts')).toMatchObject({ body: { path: '/api/things/{thingId}/parts' } });
  expect(await asked('GET', '/api/things/7/other')).toMatchObject({ body: { path: '/api/things/{thingId}/{part}' } });
  expect(await asked('DELETE', '/api/things/export')).toMatchObject({ status: 405, allow: 'GET' });
});
