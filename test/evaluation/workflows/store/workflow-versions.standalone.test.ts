import { describe } from 'vitest';
import { openTable } from '../../../../functions/platform/standalone/table.ts';
import { workflowVersionsContract } from './workflow-versions.contract.ts';

describe('workflow versions in one process', () => {
  workflowVersionsContract(async () => openTable(':memory:', Date.now));
});
