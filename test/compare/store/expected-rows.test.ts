import { describe, expect, test } from 'vitest';
import { applicationStore } from '../../../functions/applications/store/applications.ts';
import { type ExpectedChange, MAX_EXPECTED } from '../../../functions/compare/domain/expected/expected-change.ts';
import { ruleStore } from '../../../functions/compare/store/rules.ts';
import { MAX_EXPECTED_AT_ONCE } from '../../../functions/findings/service/expectations.ts';
import { openTable } from '../../../functions/platform/standalone/table.ts';
import type { Blobs, Table } from '../../../functions/platform/world.ts';

const noBlobs = {} as Blobs; // rules of these tests fit into rows
const storeOf = (table: Table) => ruleStore({ table, blobs: noBlobs, applications: applicationStore(table, 't') }, 't');
const changes = (count: number, at = 1): ExpectedChange[] =>
  Array.from({ length: count }, (_, n) => ({
    ruleId: `~${at}-${n}`,
    operation: '/orders/{id}',
    kind: 'FIELD_VALUE',
    subject: `field${n}`,
    change: { is: 'any' },
    since: at,
    planId: 'p',
    createdBy: 'ann',
    createdAt: at,
  }));

describe('expected changes of an application', () => {
  test('are in force beside its rules, and in no list of rules', async () => {
    const rules = storeOf(openTable(':memory:', () => 0));
    expect(await rules.expect('shop', changes(2))).toBe(true);
    expect((await rules.inForce('shop')).map(({ ruleId }) => ruleId)).toEqual(['~1-0', '~1-1']);
    expect(await rules.list('shop')).toEqual([]);
    expect(await rules.inForce('other')).toEqual([]);
    expect(await rules.remove('shop', '~1-0')).toBe(true);
    expect((await rules.expected('shop')).map(({ ruleId }) => ruleId)).toEqual(['~1-1']);
  });

  test(`are at most ${MAX_EXPECTED}, and none of a call is added beyond`, async () => {
    const rules = storeOf(openTable(':memory:', () => 0));
    for (let at = 0; at < MAX_EXPECTED; at += MAX_EXPECTED_AT_ONCE)
      expect(await rules.expect('shop', changes(MAX_EXPECTED_AT_ONCE, at))).toBe(true);
    expect(await rules.expect('shop', changes(1, MAX_EXPECTED))).toBe(false);
    expect(await rules.expected('shop')).toHaveLength(MAX_EXPECTED);
    await rules.remove('shop', '~0-0');
    expect(await rules.expect('shop', changes(2, MAX_EXPECTED))).toBe(false);
    expect(await rules.expect('shop', changes(1, MAX_EXPECTED))).toBe(true);
  });

  test('follow an endpoint that gets another name', async () => {
    const rules = storeOf(openTable(':memory:', () => 0));
    await rules.expect('shop', changes(1));
    await rules.rename('shop', new Map([['/orders/{id}', '/orders/{name}']]));
    expect(await rules.expected('shop')).toMatchObject([{ operation: '/orders/{name}', subject: 'field0' }]);
  });
});
