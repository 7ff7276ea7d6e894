import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { json, recordedGet } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';
import { ADMIN_KEY, call, completed, startProcess, temporaryDataDir } from '../../support/running-service.ts';
import { serviceAndTarget } from '../../support/stages/service-and-target.ts';

/** The strictest policy: only the ports of the shop itself are open. */
const stage = serviceAndTarget((_, response) => json(response, {}), {
  SVC_EGRESS_MODE: 'strict',
  SVC_NOISE_REDUCTION: 'rules',
});
const AS_ADMIN = { 'x-api-key': ADMIN_KEY };

const sent = async (path: string) => {
  const body = new URLSearchParams();
  const answer = await fetch(stage.service.url + path, { method: 'POST', headers: AS_ADMIN, body, redirect: 'manual' });
  return answer.headers.get('location') ?? '';
};
const text = async (path: string) => (await fetch(stage.service.url + path, { headers: AS_ADMIN })).text();
const get = (path: string) => call(stage.service.url, 'GET', path);

/** The families of the rows in the data directory, as `T#default#AUDIT`. */
function families(): string[] {
  const database = new DatabaseSync(join(stage.service.dataDir, 'service.sqlite'), { readOnly: true });
  try {
    const rows = database.prepare('SELECT DISTINCT pk FROM items').all();
    return [...new Set(rows.map(({ pk }) => String(pk).replace(/^((?:T#default#)?[^#]+).*/, '$1')))].toSorted();
  } finally {
    database.close();
  }
}

interface Entry {
  kind: string;
  subjects: string[];
  interfaces: { operationName: string }[];
}
const shown = ({ kind, subjects, interfaces }: Entry) =>
  [kind, ...subjects, 'of', ...interfaces.map(({ operationName }) => operationName)].join(' ');

describe('the sample shop of a service that others reach', () => {
  test('runs against its own builds, which receive no credentials of other applications', async () => {
    const { dataDir, remove } = temporaryDataDir();
    const service = await startProcess({
      dataDir,
      port: await freePort(),
      env: { HOST: '0.0.0.0', SVC_REPLAY_OPENAPI: 'true' },
    });
    try {
      const body = new URLSearchParams();
      const sample = { method: 'POST', headers: AS_ADMIN, body, redirect: 'manual' } as const;
      const answer = await fetch(`${service.url}/console/sample`, sample);
      const planId = /^\/report\/([0-9a-f]{24})$/.exec(answer.headers.get('location') ?? '')?.[1] ?? '';
      const { targetEnv } = (await call(service.url, 'GET', `/api/replays/${planId}`)).body;
      const others = recordedGet('shop', '/items', {});
      await call(service.url, 'POST', '/api/recorder/cases', [others]);
      const plan = { appId: 'shop', targetEnv };
      expect((await call(service.url, 'POST', '/api/createPlan', plan)).body.data.reasonCode).toBe(2);
      expect(await completed(service.url, planId)).toMatchObject({ status: 'COMPLETED', totalCases: 257 });
    } finally {
      await service.stop();
      remove();
    }
  });
});

describe('the sample shop (interface 13)', () => {
  test('is recorded by one form, finds the bugs of its next build only, and is removed by another form', async () => {
    const { service } = stage;
    expect(await text('/console')).toContain('Load the sample shop');
    const location = await sent('/console/sample');
    expect(location).toMatch(/^\/report\/[0-9a-f]{24}$/);
    const planId = location.slice(-24);
    await completed(service.url, planId);
    const { body: next } = await get(`/openapi/v1/replay-runs/${planId}`);
    expect(next.totalCases).toBe(257);
    expect(next.findings.needsAction.map(shown).sort()).toEqual([
      'ARRAY_LENGTH items of /orders',
      'FIELD_MISSING availability.warehouse of /products/{id}',
      'FIELD_VALUE price.amount of /shipping/quote',
      'FIELD_VALUE total of /orders',
      'SERVER_ERROR 500 of /orders/{id}/invoice',
    ]);
    expect(next.findings.toReview.map(shown)).toEqual(['NEW_FIELD loyaltyPoints of /account']);

    const { body: list } = await get('/api/replays?appId=sample-shop');
    const plans: string[] = list.items.map((run: { planId: string }) => run.planId);
    expect(plans).toHaveLength(2);
    const [first = ''] = plans.filter((one) => one !== planId);
    expect((await get(`/openapi/v1/replay-runs/${first}`)).body.findings.state).toBe('CLEAN');
    expect(await sent('/console/sample')).toBe('/console/apps/sample-shop');

    const { body: cases } = await get('/api/recorder/apps/sample-shop/cases?limit=1');
    expect(families()).toEqual(
      expect.arrayContaining(['EXECUTION', ...['LOG', 'NOISE', 'PLAN', 'RESULTS'].map((one) => `T#default#${one}`)]),
    );
    expect(await text('/console')).toContain('Remove the sample shop');
    expect(await sent('/console/sample/remove')).toBe('/console?done=sample-removed');
    expect((await get(`/api/recorder/cases/${cases.items[0].caseId}`)).status).toBe(404);
    // The bytes of the day stay counted.
    const left = ['AUDIT', 'QUOTA', 'RECORDING-KEYS', 'REPLAY-KEYS'];
    expect(families()).toEqual(left.map((one) => `T#default#${one}`));
    for (const one of plans) expect(await text(`/report/${one}`)).toContain('There is no such page');
    expect(JSON.stringify((await get('/api/apps/sample-shop/compare-rules')).body)).not.toContain('requestId');
    expect(await text('/console')).toContain('Load the sample shop');
    expect(await text('/console/apps/sample-shop')).toContain('There is no such page');

    // Its name can be used again, also by the same process.
    const request = { method: 'GET', path: '/health', headers: [] };
    await call(service.url, 'POST', '/api/recorder/cases', [{ appId: 'sample-shop', request }]);
    expect((await get('/api/recorder/apps')).body.items).toMatchObject([{ appId: 'sample-shop' }]);
    expect((await get('/api/recorder/apps/sample-shop/operations')).body.items).toHaveLength(1);
  });
});
