import { describe, expect, test } from 'vitest';
import { serviceClient } from '../../client/service-client.ts';
import { ADMIN_KEY } from '../support/running-service.ts';
import { serviceAndTarget } from '../support/stages/service-and-target.ts';

const stage = serviceAndTarget((_, response) => response.end());
const client = (apiKey: string) => serviceClient({ url: `${stage.service.url}/`, apiKey });

describe('the typed client', () => {
  test('an answer has the type of its schema', async () => {
    const { data } = await client(ADMIN_KEY).GET('/api/replays', { params: { query: { limit: 5 } } });
    const planIds: string[] | undefined = data?.items.map(({ planId }) => planId);
    expect(planIds).toEqual([]);
  });

  test('a business error of the Open API is an answer', async () => {
    const { data } = await client('').POST('/openapi/v1/replay-triggers', { body: { appId: '', targetEnv: '' } });
    expect(data).toMatchObject({ planId: null, errorCode: 'MISSING_APP_ID' });
  });

  test('a refusal is an error of the type of its schema', async () => {
    const { error, response } = await client('no key').GET('/api/replays/{planId}', {
      params: { path: { planId: 'a/b' } },
    });
    expect(response.status).toBe(401);
    expect(error && 'responseStatusType' in error && error.responseStatusType.responseCode).toBe(4);
  });

  test('what the document does not know does not compile', () => {
    // @ts-expect-error there is no such path
    const path: Parameters<ReturnType<typeof client>['GET']>[0] = '/api/unknown';
    expect(path).toBe('/api/unknown');
  });
});
