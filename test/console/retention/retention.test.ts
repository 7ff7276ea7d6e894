import { afterAll, describe } from 'vitest';
import { openTable, type StandaloneTable } from '../../../functions/platform/standalone/table.ts';
import { retentionContract } from './retention.contract.ts';

describe('the retention of applications on the standalone table', () => {
  let table: StandaloneTable | undefined;
  afterAll(() => table?.close());
  retentionContract(async (now) => {
    table = openTable(':memory:', now);
    return table;
  });
});
