import { describe } from 'vitest';
import { openTable } from '../../../../functions/platform/standalone/table.ts';
import { leasesContract } from './leases.contract.ts';

describe('leases in one process', () => {
  leasesContract(async () => {
    const clock = { now: Date.UTC(2026, 10, 22) };
    return { table: openTable(':memory:', () => clock.now), clock };
  });
});
