import { describe } from 'vitest';
import { openTable } from '../../../../functions/platform/standalone/table.ts';
import { hostsContract } from './hosts.contract.ts';

describe('hosts in one process', () => {
  hostsContract(async () => openTable(':memory:', Date.now));
});
