import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Table } from '../../../functions/platform/world.ts';
import type { PersonalFields } from '../../../functions/recordings/domain/personal/field-counts.ts';
import { personalDataStore } from '../../../functions/recordings/store/personal/personal-data.ts';

const ENDPOINT = { appId: 'shop', method: 'GET', operation: '/customers/{id}' };
const FIELDS: PersonalFields = new Map([
  ['path $.mail', { checked: 2, found: new Map([['mail', { sure: 1, unsure: 0 }]]) }],
]);

/** Where recordings have personal data, counted on any table. */
export function personalDataContract(open: () => Promise<Table>) {
  let table: Table;
  let tenants = 0;
  let tenant = '';
  const storeOf = () => personalDataStore(table, tenant, () => '0'.repeat(32));

  beforeAll(async () => {
    table = await open();
  });
  beforeEach(() => {
    tenant = `tenant-${++tenants}`;
  });

  test('adds what processes count at the same time, and keeps it over a restart', async () => {
    await Promise.all([1, 2, 3].map(() => storeOf().add(ENDPOINT, 1, FIELDS)));
    const field = { field: 'path $.mail', kind: 'mail', checked: 6, sure: 3, unsure: 0 };
    const counts = { cases: 3, fields: [field] };
    expect(await storeOf().of('shop')).toMatchObject([{ method: 'GET', operation: '/customers/{id}', counts }]);
    expect(await storeOf().of('bank')).toEqual([]);
  });

  test('looks at fewer first recordings after a restart', async () => {
    const heads = Array.from({ length: 20 }, () => ({ head: ENDPOINT }));
    expect(await storeOf().sampled(heads)).toHaveLength(5);
    await storeOf().add(ENDPOINT, 4, new Map());
    expect(await storeOf().sampled(heads)).toHaveLength(1);
  });

  test('forgets an endpoint', async () => {
    const store = storeOf();
    await store.add(ENDPOINT, 1, FIELDS);
    await store.remove('shop', [ENDPOINT]);
    expect(await store.of('shop')).toEqual([]);
  });
}
