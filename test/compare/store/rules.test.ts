import { describe, expect, test } from 'vitest';
import { applicationKey } from '../../../functions/applications/domain/application-key.ts';
import { DEFAULT_SETTINGS } from '../../../functions/applications/domain/application-settings.ts';
import { applicationStore } from '../../../functions/applications/store/applications.ts';
import { sealedSettings } from '../../../functions/applications/store/sealed-settings.ts';
import type { CompareRule } from '../../../functions/compare/domain/rules/rules.ts';
import { ruleStore } from '../../../functions/compare/store/rules.ts';
import { localKeys } from '../../../functions/platform/standalone/keys.ts';
import { openTable } from '../../../functions/platform/standalone/table.ts';
import { inlineOrBlob } from '../../../functions/platform/table/inline-or-blob.ts';
import type { Blobs, Table } from '../../../functions/platform/world.ts';
import { randomBytes } from '../../support/test-random.ts';

const rule = (ruleId: string, comment = 'first'): CompareRule => ({
  ruleId,
  kind: 'ignore',
  operation: null,
  target: 'response',
  path: 'a',
  origin: 'person',
  comment,
  createdBy: 'p',
  createdAt: 1,
});
const many = (count: number, comment?: string) => Array.from({ length: count }, (_, n) => rule(`r${n}`, comment));

const unused = async () => {
  throw new Error('these rules fit into a row');
};
const noBlobs: Blobs = {
  put: unused,
  putStream: unused,
  get: async () => undefined,
  remove: async () => {},
  stat: unused,
  copy: unused,
  signedPut: unused,
  signedGet: unused,
};

function open(table: Table) {
  return ruleStore({ table, blobs: noBlobs, applications: applicationStore(table, 't') }, 't');
}

/** A table that crashes at the n-th transaction. */
function dyingTable(inner: Table, atTransaction: number): Table {
  let transactions = 0;
  return {
    ...inner,
    transact: async (writes) => {
      if (++transactions === atTransaction) throw new Error('died');
      return inner.transact(writes);
    },
  };
}

describe('an import (interface 11)', () => {
  test.for([1, 2, 3])('is complete after a crash in its transaction %i, and the next write finishes it', async (at) => {
    const table = openTable(':memory:', () => 0);
    await open(table).add('shop', rule('r5', 'old'));
    await open(table).add('shop', rule('z', 'kept'));
    await expect(open(dyingTable(table, at)).import('shop', 'i', many(250, 'new'))).rejects.toThrow('died');

    const seen = await open(table).list('shop');
    expect(seen).toHaveLength(251);
    expect(seen.filter(({ comment }) => comment === 'new')).toHaveLength(250);
    expect(await open(table).remove('shop', 'r7')).toBe(true);
    const after = await open(table).list('shop');
    expect(after).toHaveLength(250);
    expect(after.map(({ ruleId }) => ruleId)).not.toContain('r7');
  });

  test('takes the last of several rules with one id, also from an unfinished import', async () => {
    const table = openTable(':memory:', () => 0);
    const rules = open(table);
    expect(await rules.import('shop', 'i', [...many(2, 'old'), ...many(2, 'new')])).toEqual({ added: 2, replaced: 0 });
    expect((await rules.list('shop')).map(({ comment }) => comment)).toEqual(['new', 'new']);
    // As earlier versions left it.
    const left = await inlineOrBlob(noBlobs).write('left', [rule('x', 'old'), rule('x', 'new')]);
    await table.put({ pk: applicationKey('t', 'shop'), sk: 'RULE#', importId: 'j', ...left });
    expect(await rules.add('shop', rule('y'))).toBe(true);
    expect(await rules.find('shop', 'x')).toEqual(rule('x', 'new'));
  });

  test('changes nothing if it has more rules than an application may have', async () => {
    const rules = open(openTable(':memory:', () => 0));
    await rules.add('shop', rule('own'));
    expect(await rules.import('shop', 'i', many(1000))).toBeNull();
    expect(await rules.list('shop')).toEqual([rule('own')]);
    expect(await rules.import('shop', 'j', many(999))).toEqual({ added: 999, replaced: 0 });
    expect(await rules.add('shop', rule('another'))).toBe(false);
  });
});

describe('the active rules', () => {
  test('are the same array until a rule or a setting changes', async () => {
    const table = openTable(':memory:', () => 0);
    const rules = open(table);
    const first = await rules.inForce('shop');
    expect(await rules.inForce('shop')).toBe(first);
    await sealedSettings({ table, keys: localKeys([randomBytes(32)]) }, 't').changeSettings('shop', {
      ...DEFAULT_SETTINGS,
      compareHeaders: true,
    });
    const withHeaders = await rules.inForce('shop');
    expect(withHeaders).not.toBe(first);
    expect(await rules.inForce('shop')).toBe(withHeaders);
    await rules.add('shop', rule('r'));
    expect(await rules.inForce('shop')).toHaveLength(withHeaders.length + 1);
  });
});
