import { join } from 'node:path';
import { standaloneConfig } from '../settings/config.ts';
import { startFault } from './start-fault.ts';
import { openTable, type StandaloneTable } from './table.ts';

/**
 * The table of SVC_DATA_DIR for a command of an operator, also while the service runs; ends the process with one line
 * where it cannot be opened.
 */
export function openData(command: string): StandaloneTable {
  try {
    return openTable(join(standaloneConfig(process.env).dataDir, 'service.sqlite'), Date.now);
  } catch (fault) {
    process.stderr.write(`${startFault(command, fault)}\n`);
    process.exit(1);
  }
}
