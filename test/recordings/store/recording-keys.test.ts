import { describe } from 'vitest';
import { openTable } from '../../../functions/platform/standalone/table.ts';
import { recordingKeysContract } from './recording-keys.contract.ts';

describe('data keys of recordings on SQLite', () => {
  recordingKeysContract(async () => ({ table: openTable(':memory:', () => 0) }));
});
