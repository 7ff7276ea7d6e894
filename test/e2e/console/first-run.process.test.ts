import { describe, expect, test } from 'vitest';
import { json } from '../../support/fakes/recorded-target.ts';
import { ADMIN_KEY, call } from '../../support/running-service.ts';
import { serviceAndTarget } from '../../support/stages/service-and-target.ts';

const stage = serviceAndTarget((_, response) => json(response, {}));
const AS_ADMIN = { 'x-api-key': ADMIN_KEY };
const HINT = 'replay login --local';

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${stage.service.url}${path}`, { headers, redirect: 'manual' });
const textOf = async (path: string, headers: Record<string, string> = {}) => (await get(path, headers)).text();

describe('the first page of an empty service (interface 13)', () => {
  test('says how the user who started the service logs in', async () => {
    expect(await textOf('/console')).toContain(HINT);
  });

  test('shows the address of the service, and a fresh key of scope record once', async () => {
    const before = await textOf('/console', AS_ADMIN);
    expect(before).toContain(`SVC_URL=${stage.service.url}`);
    expect(before).toContain('data-live="/console"');
    const made = await fetch(`${stage.service.url}/console/first-run/key`, {
      method: 'POST',
      headers: AS_ADMIN,
      body: new URLSearchParams(),
    }).then((answer) => answer.text());
    expect(made).toContain('Three steps to a release decision.');
    const [, key = ''] = /SVC_TOKEN=(\S+)/.exec(made) ?? [];
    const { body } = await call(stage.service.url, 'GET', '/api/api-keys');
    expect(body.body.items).toMatchObject([{ name: expect.stringMatching(/^Recorder /), scopes: ['record'] }]);
    expect(await textOf('/console', AS_ADMIN)).not.toContain(key);

    const sent = await fetch(`${stage.service.url}/api/recorder/cases`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify([
        { appId: 'a shop', request: { method: 'GET', path: '/' }, response: { status: 200, body: '{}' } },
      ]),
    });
    expect(sent.status).toBe(200);
    expect(await textOf('/console', AS_ADMIN)).not.toContain('data-live');
    const next = await get('/console/first-run/next', AS_ADMIN);
    expect([next.status, next.headers.get('location')]).toEqual([303, '/console/apps/a%20shop/replays/new']);
  });

  test('is the same for an application without recordings, with its name', async () => {
    await call(stage.service.url, 'PUT', "/api/apps/it's%20new/settings", { replay: { concurrency: 2 } });
    const text = await textOf("/console/apps/it's%20new", AS_ADMIN);
    expect(text).toContain('Record your first traffic');
    expect(text).toContain('--app-id &#39;it&#39;\\&#39;&#39;s new&#39;');
  });
});
