import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { temporaryDataDir } from '../../support/running-service.ts';
import { canCutPower, NO_COMPILER, powerCuts } from './power-cut.ts';

/** Nothing that was not synced reaches the disk. */
const nothing = () => 0;

/** Stores blobs in a new data directory, cuts the power, and returns what was acknowledged and what of it is lost. */
async function storedThroughCut({ ignoresSync }: { ignoresSync: boolean }) {
  const { dataDir: parent, remove } = temporaryDataDir();
  const power = powerCuts(parent, { ignoresSync });
  const folder = join(parent, 'data', 'blobs');
  const script = join(import.meta.dirname, 'put-blobs.ts');
  const child = spawn(process.execPath, [script, join(parent, 'data'), folder], {
    env: { ...power.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const acknowledged: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'end') break;
    acknowledged.push(line);
  }
  child.kill('SIGKILL');
  await once(child, 'exit');
  const unsynced = power.cut(nothing);
  const lost = acknowledged.filter((key) => {
    const file = join(folder, `${key}!`);
    return !existsSync(file) || readFileSync(file, 'utf8') !== key;
  });
  power.remove();
  remove();
  return { acknowledged, lost, unsynced };
}

// The directory of all blobs was made for a temporary file, and its name was not synced for the first blob in it.
test.skipIf(!canCutPower)(
  `blobs in new directories survive a power cut right after they are acknowledged${NO_COMPILER}`,
  async () => {
    const { acknowledged, lost, unsynced } = await storedThroughCut({ ignoresSync: false });
    expect(acknowledged).toHaveLength(8);
    expect(lost).toEqual([]);
    // Names of temporary files need no sync.
    expect(unsynced.names).toBeGreaterThan(0);
  },
);

test.skipIf(!canCutPower)(`blobs in new directories are lost on a disk that ignores syncs${NO_COMPILER}`, async () => {
  const { acknowledged, lost } = await storedThroughCut({ ignoresSync: true });
  expect(lost).toEqual(acknowledged);
});
