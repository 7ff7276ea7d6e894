import { describe, expect, test } from 'vitest';
import { changingBuild } from '../../support/fakes/changing-build.ts';
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

describe('cases that differ in fields of their own (interface 2.4)', () => {
  test('are one finding, in every answer, and rules act on it at once', async () => {
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
    expect(await foundIn(planId)).toEqual(['FIELD_VALUE prices.*.price']);
    await addRule('own-fields', { kind: 'ignore', path: 'prices.*.price' });
    expect(await foundIn(planId)).toEqual([]);
    expect((await poll()).findings.excludedFieldCount).toBe(1);
  });
});
