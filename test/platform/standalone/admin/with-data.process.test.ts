import { execFile } from 'node:child_process';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { withData } from '../../../../functions/platform/standalone/admin/with-data.ts';
import { openTable } from '../../../../functions/platform/standalone/table.ts';
import { temporaryDataDir } from '../../../support/running-service.ts';

/** A user of the operating system who owns nothing. */
const UNPRIVILEGED_USER = 65_534;
const MODULE = join(import.meta.dirname, '../../../../functions/platform/standalone/admin/with-data.ts');

let dataDir = '';
let remove = () => {};
beforeEach(async () => {
  ({ dataDir, remove } = temporaryDataDir());
  await openTable(join(dataDir, 'service.sqlite'), Date.now).close();
  writeFileSync(join(dataDir, 'master.key'), `${Buffer.alloc(32).toString('base64')}\n`, { mode: 0o600 });
});
afterEach(() => remove());

const opened = () => withData(dataDir, { now: Date.now }, async ({ table }) => table.get({ pk: 'a', sk: 'b' }));

describe('withData', () => {
  test('refuses a directory without a table, and makes none', async () => {
    rmSync(join(dataDir, 'service.sqlite'));
    await expect(opened()).rejects.toThrow('start the service once');
  });

  test('refuses a directory without its key file, and makes none', async () => {
    rmSync(join(dataDir, 'master.key'));
    await expect(opened()).rejects.toThrow('--key-file');
    await expect(opened()).rejects.toThrow('--key-file');
  });

  test('refuses a key file that others may read', async () => {
    chmodSync(join(dataDir, 'master.key'), 0o644);
    await expect(opened()).rejects.toThrow('0600');
  });

  // Only the superuser can become another user.
  test.runIf(process.getuid?.() === 0)('refuses another user of the machine', async () => {
    const program = `import { withData } from ${JSON.stringify(MODULE)};
process.setuid(${UNPRIVILEGED_USER});
await withData(${JSON.stringify(dataDir)}, { now: Date.now }, async () => console.log('opened')).catch((fault) => console.log(fault.message));`;
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
    expect((await run).stdout).toContain('this user may not write it');
  });
});
