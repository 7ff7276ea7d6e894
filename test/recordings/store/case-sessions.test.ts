import { describe } from 'vitest';
import { openTable } from '../../../functions/platform/standalone/table.ts';
import { caseSessionsContract } from './case-sessions.contract.ts';

describe('sessions of cases on SQLite', () => {
  caseSessionsContract(async () => {
    const clock = { now: 0 };
    return { table: openTable(':memory:', () => clock.now), clock };
  });
});
