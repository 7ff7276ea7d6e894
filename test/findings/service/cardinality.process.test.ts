import { describe, expect, test } from 'vitest';
import { changingBuild, found } from '../../support/fakes/changing-build.ts';
import { call } from '../../support/running-service.ts';

const { stage, addRule, replayed, foundIn } = changingBuild();

/** Enough clusters that the pool computes their findings. */
const CASES = 250;
const FIELDS = 20;

/** A map of prices with keys that no other case has. */
const prices = (id: number, price: number) => ({
  prices: Object.fromEntries(
    Array.from({ length: FIELDS }, (_, at) => [`sku-${id * FIELDS + at}`, { price, cost: 1 }]),
  ),
});

describe('cases that each differ in other fields (interface 2.4)', () => {
  test('are one finding in every answer, and rules apply to it at once', async () => {
    const planId = await replayed(
      'own-fields',
      Object.fromEntries(
        Array.from({ length: CASES }, (_, id) => [`/stock/${1000 + id}`, [prices(id, 1), prices(id, 2)]]),
      ),
    );
    const { url } = stage.service;
    const poll = async () => (await call(url, 'GET', `/openapi/v1/replay-runs/${planId}`)).body;
    expect(await foundIn(planId)).toEqual(['FIELD_VALUE prices.*.price']);
    expect(JSON.stringify(await poll()).length).toBeLessThan(5000);
    const exported = await (await fetch(`${url}/report/${planId}/export/junit`)).text();
    expect(exported).toContain('FIELD_VALUE prices.*.price');
    const page = await (await fetch(`${url}/report/${planId}`)).text();
    expect(page).toContain('prices.*.price');

    await addRule('own-fields', { kind: 'ignore', path: "prices['sku-0'].price" });
    const [first, health] = await Promise.all([poll(), fetch(`${url}/healthz`)]);
    expect([health.status, first.findingsPending]).toEqual([200, true]);
    expect((await call(url, 'GET', `/api/replays/${planId}`)).status).toBe(200);
    expect(found(first)).toEqual(['FIELD_VALUE prices.*.price']);
    expect(await foundIn(planId)).toEqual(['FIELD_VALUE prices.*.price']);
    await addRule('own-fields', { kind: 'ignore', path: 'prices.*.price' });
    expect(await foundIn(planId)).toEqual([]);
    expect((await poll()).findings.excludedFieldCount).toBe(1);
  });

  test('have at most 200 findings listed, and the rest counted, in every answer', async () => {
    const fields = Array.from({ length: 230 }, (_, at) => `f${letter(at / 26)}${letter(at % 26)}`);
    const planId = await replayed(
      'many-fields',
      Object.fromEntries(fields.map((name, id) => [`/bin/${1000 + id}`, [{ [name]: 'a' }, { [name]: 'b' }]])),
    );
    const { url } = stage.service;
    const { findings } = (await call(url, 'GET', `/openapi/v1/replay-runs/${planId}`)).body;
    expect([findings.needsAction.length, findings.omitted]).toEqual([200, { needsAction: 30, toReview: 0 }]);
    const text = async (path: string) => (await fetch(`${url}/report/${planId}${path}`)).text();
    expect(await text('')).toContain('30 more findings are not listed');
    expect(await text('/export/junit')).toContain('30 more findings are not listed');
    expect(await text('/export/sarif')).toContain('30 more findings are counted');
    expect(await text('/export/markdown')).toContain('30 more of fewer requests are counted');
  });
});

const letter = (at: number): string => String.fromCharCode(97 + Math.floor(at));
