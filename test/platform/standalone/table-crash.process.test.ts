import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openTable } from '../../../functions/platform/standalone/table.ts';

test('a row whose write was answered exists after SIGKILL', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'table-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, 'deep', 'service.db');
  const writer = new URL('table-writer.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', writer, file]);
  let answered = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    answered += text;
    if (answered.split('\n').length > 20) child.kill('SIGKILL');
  });
  await once(child, 'close');
  const last = answered.split('\n').at(-2) ?? '';
  expect(Number(last)).toBeGreaterThanOrEqual(19);

  const table = openTable(file, () => 0);
  const keys = [0, 1, 2].map((part) => ({ pk: 'P', sk: `${last}-${part}` }));
  expect(await table.batchGet(keys)).toEqual(keys.map((key) => ({ ...key, n: Number(last) })));
  await table.close();
});
