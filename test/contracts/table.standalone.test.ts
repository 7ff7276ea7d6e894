import { describe } from 'vitest';
import { openTable } from '../../functions/platform/standalone/table.ts';
import { tableContract } from './table.contract.ts';

describe('the Table port on SQLite', () => {
  tableContract(async () => {
    const clock = { now: 0 };
    return { table: openTable(':memory:', () => clock.now), clock };
  });
});
