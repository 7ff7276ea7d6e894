import { expect, onTestFinished, test } from 'vitest';
import { recordedGet } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';
import { call, startProcess, temporaryDataDir } from '../../support/running-service.ts';

const RENAME = '/api/recorder/apps/shop/operations';
const ENDPOINTS = 60;
const CASES = 3_000;

test('a service that is killed while it renames endpoints loses no recording, and the next pass completes', async () => {
  const { dataDir, remove } = temporaryDataDir();
  onTestFinished(remove);
  const port = await freePort();
  const first = await startProcess({ dataDir, port });
  const cases = Array.from({ length: CASES }, (_, at) =>
    recordedGet('shop', `/users/u${at % ENDPOINTS}?n=${at}`, { at }, { caseId: `c${at}` }),
  );
  for (let at = 0; at < CASES; at += 1000)
    expect((await call(first.url, 'POST', '/api/recorder/cases', cases.slice(at, at + 1000))).body.accepted).toBe(1000);
  const settings = { endpoints: [{ pattern: '/users/{name}' }] };
  expect((await call(first.url, 'PUT', '/api/apps/shop/settings', settings)).status).toBe(200);

  const cut = call(first.url, 'PATCH', RENAME, {}).catch(() => null);
  await new Promise((resolve) => setTimeout(resolve, 60));
  await first.kill();
  await cut;

  const second = await startProcess({ dataDir, port });
  onTestFinished(() => second.kill());
  let after: string | null = null;
  do {
    const { status, body } = await call(second.url, 'PATCH', RENAME, { after });
    expect(status).toBe(200);
    after = body.next;
  } while (after !== null);
  const operations = await call(second.url, 'GET', '/api/recorder/apps/shop/operations');
  expect(operations.body.items).toEqual([{ operation: '/users/{name}', methods: ['GET'] }]);
  const found = new Set<string>();
  let cursor = '';
  do {
    const { body } = await call(
      second.url,
      'GET',
      `/api/recorder/apps/shop/cases?limit=200&operation=/users/{name}${cursor}`,
    );
    for (const { caseId } of body.items) found.add(caseId);
    cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`;
  } while (cursor !== '');
  expect(found.size).toBe(CASES);
});
