import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openTable } from '../../../../functions/platform/standalone/table.ts';
import { backgroundCheck } from '../../../../functions/platform/standalone/upkeep/background-check.ts';
import { temporaryDataDir } from '../../../support/running-service.ts';

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

async function directory(isDamaged: boolean): Promise<string> {
  const { dataDir, remove } = temporaryDataDir();
  cleanUps.push(remove);
  const file = join(dataDir, 'service.sqlite');
  const table = openTable(file, () => 0);
  for (let id = 0; id < 20; id++) await table.put({ pk: `row-${id}`, sk: 'a', text: 'x'.repeat(3000) });
  await table.close();
  const bytes = readFileSync(file);
  if (isDamaged) writeFileSync(file, bytes.fill(0, 4096 * 8, 4096 * 12));
  return dataDir;
}

test.for([
  ['a damaged file that was too large to be checked before the start', true, 0, false],
  ['a sound one', false, 0, true],
  ['one that was checked already', true, 1e9, true],
] as const)('backgroundCheck decides about %s', async ([, isDamaged, minBytes, isSound]) => {
  const check = backgroundCheck(await directory(isDamaged), minBytes);
  expect(await check.isSound).toBe(isSound);
  await check.stop();
});

test('backgroundCheck ends when it is stopped', async () => {
  const check = backgroundCheck(await directory(false), 0);
  await check.stop();
  expect(await check.isSound).toBe(true);
});
