import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTable, type StandaloneTable } from '../../../functions/platform/standalone/table.ts';
import type { Table } from '../../../functions/platform/world.ts';
import { orderCase } from '../../console/retention/order-case.ts';
import { sealingStage } from './sealing-stage.ts';

const NOW = Date.parse('2026-11-20T12:10:00Z');
const SEALED = 10;
const OTHERS = 20;

let table: StandaloneTable;
let stage: ReturnType<typeof sealingStage>;
let shop: ReturnType<(typeof stage)['tenant']>;
/** Calls of the table by their names. */
let calls: Record<string, number>;

beforeEach(async () => {
  table = openTable(':memory:', () => NOW);
  const counted =
    <Given extends unknown[], Answer>(name: string, call: (...given: Given) => Answer) =>
    (...given: Given): Answer => {
      calls[name] = (calls[name] ?? 0) + 1;
      return call(...given);
    };
  const watched: Table = {
    ...table,
    get: counted('get', table.get),
    batchGet: counted('batchGet', table.batchGet),
    query: counted('query', table.query),
    put: counted('put', table.put),
    update: counted('update', table.update),
    transact: counted('transact', table.transact),
  };
  calls = {};
  stage = sealingStage(watched, () => NOW);
  shop = stage.tenant('default');
  const body = (at: number) => (at < SEALED ? '{"mail":"ada@shop.test"}' : '{}');
  await shop.services.recordings.add(
    Array.from({ length: SEALED + OTHERS }, (_, at) => ({
      ...orderCase(`c${at}`, NOW, { response: { status: 200, headers: [], body: body(at), bodyEncoding: 'utf8' } }),
      credentialMode: 'seal' as const,
    })),
  );
  await shop.services.recordingKeys.sealer();
  await shop.rules({ path: '$.mail', seal: true });
  calls = {};
});
afterEach(async () => {
  stage.close();
  await table.close();
});

// As docs/personal-data.md says.
test('a recording is read, and one that is sealed costs a read of two rows and a transaction', async () => {
  await shop.start();
  calls = {};
  await shop.seal();
  const { get = 0, batchGet, transact } = calls;
  expect(await shop.pass()).toMatchObject({ cases: SEALED + OTHERS, sealed: SEALED });
  expect({ batchGet, transact, ofPass: get - SEALED - OTHERS }).toEqual({
    batchGet: SEALED,
    transact: SEALED,
    ofPass: 2,
  });
});

test('without a pass, one query finds nothing, and nothing is written', async () => {
  await shop.seal();
  expect(calls).toEqual({ query: 1 });
});
