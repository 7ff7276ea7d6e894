import { describe } from 'vitest';
import { openTable } from '../../../../functions/platform/standalone/table.ts';
import { ledgerContract } from './ledger.contract.ts';

describe('the ledger in one file', () => {
  ledgerContract(async () => openTable(':memory:', Date.now), { writers: 8, appends: 40 });
});
