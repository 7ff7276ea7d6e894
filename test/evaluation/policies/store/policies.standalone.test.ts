import { describe } from 'vitest';
import { openTable } from '../../../../functions/platform/standalone/table.ts';
import { policiesContract } from './policies.contract.ts';

describe('online policies in one process', () => {
  policiesContract(async () => openTable(':memory:', Date.now));
});
