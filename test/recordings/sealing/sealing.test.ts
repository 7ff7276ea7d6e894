import { afterAll, describe } from 'vitest';
import { openTable, type StandaloneTable } from '../../../functions/platform/standalone/table.ts';
import { sealingContract } from './sealing.contract.ts';

describe('the sealing of stored recordings on the standalone table', () => {
  let table: StandaloneTable | undefined;
  afterAll(() => table?.close());
  sealingContract(async (now) => {
    table = openTable(':memory:', now);
    return table;
  });
});
