import { describe } from 'vitest';
import { openTable } from '../../../functions/platform/standalone/table.ts';
import { caseVersionsContract } from './case-versions.contract.ts';

describe('versions of recordings on SQLite', () => {
  caseVersionsContract(async () => {
    const clock = { now: 0 };
    return { table: openTable(':memory:', () => clock.now), clock };
  });
});
