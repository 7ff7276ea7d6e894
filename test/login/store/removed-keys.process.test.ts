import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiKeyStore } from '../../../functions/login/store/api-keys.ts';
import { TABLE_FILE } from '../../../functions/platform/standalone/data-files.ts';
import { openTable } from '../../../functions/platform/standalone/table.ts';
import { silentLog } from '../../contracts/silent-log.ts';
import { freePort } from '../../support/free-port.ts';
import { call, type RunningService, startProcess, temporaryDataDir } from '../../support/running-service.ts';

describe('an API key that has just been used', () => {
  const { dataDir, remove } = temporaryDataDir();
  let service: RunningService;
  beforeAll(async () => {
    service = await startProcess({ dataDir, port: await freePort() });
  });
  afterAll(async () => {
    await service.kill();
    remove();
  });

  const newKey = async (name: string): Promise<{ id: string; key: string }> =>
    (await call(service.url, 'POST', '/api/api-keys', { name, scopes: ['agent'] })).body.body;

  /** The status of a question for a replay that is not under way: 404 for a caller who may ask. */
  async function asked(key: string): Promise<number> {
    const response = await fetch(`${service.url}/api/recorder/mocks/match`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ replayId: '0'.repeat(24), call: CALL }),
    });
    await response.arrayBuffer();
    return response.status;
  }
  const askedOften = async (key: string) => new Set(await Promise.all(Array.from({ length: 50 }, () => asked(key))));

  test('is refused by the first request after the answer that it was removed', async () => {
    const { id, key } = await newKey('removed');
    expect(await askedOften(key)).toEqual(new Set([404]));
    expect((await call(service.url, 'DELETE', `/api/api-keys/${id}`)).status).toBe(200);
    expect(await askedOften(key)).toEqual(new Set([401]));
  });

  test('is refused as soon as another process has removed it from the file', async () => {
    const { id, key } = await newKey('removed elsewhere');
    expect(await askedOften(key)).toEqual(new Set([404]));
    const table = openTable(join(dataDir, TABLE_FILE), Date.now);
    const newId = () => randomBytes(16).toString('hex');
    const keys = apiKeyStore({ table, log: silentLog, now: Date.now, elapsed: () => performance.now(), newId });
    expect(await keys.remove('default', id)).toEqual({ name: 'removed elsewhere' });
    expect(await askedOften(key)).toEqual(new Set([401]));
    await table.close();
  });

  test('is refused with its former secret, and accepted with the new one, by the first request after a rotation', async () => {
    const { id, key } = await newKey('rotated');
    expect(await askedOften(key)).toEqual(new Set([404]));
    const rotated = await call(service.url, 'POST', `/api/api-keys/${id}/rotate`, { overlapHours: 0 });
    expect(await askedOften(key)).toEqual(new Set([401]));
    expect(await askedOften(rotated.body.body.key)).toEqual(new Set([404]));
  });
});

const CALL = {
  kind: 'http',
  target: 'inventory',
  operation: 'GET /stock',
  request: { method: 'GET', path: '/stock', headers: [], body: null, bodyEncoding: 'utf8' },
};
