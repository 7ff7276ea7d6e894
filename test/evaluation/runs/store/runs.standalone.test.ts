import { describe } from 'vitest';
import { openTable } from '../../../../functions/platform/standalone/table.ts';
import { runsContract } from './runs.contract.ts';

describe('runs in one file', () => {
  runsContract(async () => {
    const clock = { now: Date.UTC(2026, 10, 22) };
    return { table: openTable(':memory:', () => clock.now), clock };
  });
});
