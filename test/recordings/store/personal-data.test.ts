import { afterAll, describe } from 'vitest';
import { openTable } from '../../../functions/platform/standalone/table.ts';
import { personalDataContract } from './personal-data.contract.ts';

describe('counts of personal data on the standalone table', () => {
  const table = openTable(':memory:', () => 0);
  afterAll(() => table.close());
  personalDataContract(async () => table);
});
