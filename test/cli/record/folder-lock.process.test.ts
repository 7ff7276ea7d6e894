import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lockFolder } from '../../../cli/record/folder-lock.ts';

let folder = '';
const cleanUps: (() => unknown)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
});
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
  rmSync(folder, { recursive: true, force: true });
});

async function taken(): Promise<boolean> {
  const release = await lockFolder(folder);
  if (release !== null) cleanUps.push(release);
  return release !== null;
}

/** A process that says whether it got the folder, and keeps it. */
async function holder() {
  const source = `
    const { lockFolder } = await import(${JSON.stringify(new URL('../../../cli/record/folder-lock.ts', import.meta.url).href)});
    const release = await lockFolder(${JSON.stringify(folder)});
    console.log(release === null ? 'busy' : 'held');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanUps.push(() => child.kill('SIGKILL'));
  const [said] = await once(child.stdout, 'data');
  return { child, said: String(said).trim() };
}

/** A socket as a process on another machine has it: this machine cannot reach it. */
async function foreign(seenBefore: number): Promise<void> {
  const made = join(folder, 'x');
  const server = createServer().listen(made);
  await once(server, 'listening');
  const path = join(folder, 'lock-00000000-00000000-00000000');
  renameSync(made, path);
  server.close();
  await once(server, 'close');
  const seen = new Date(Date.now() - seenBefore);
  utimesSync(path, seen, seen);
}

describe('the lock of a spool folder', () => {
  test('is held by one process until it is released, and leaves no file', async () => {
    const release = await lockFolder(folder);
    expect([release === null, await lockFolder(folder)]).toEqual([false, null]);
    expect((await holder()).said).toBe('busy');
    release?.();
    expect(readdirSync(folder)).toEqual([]);
    expect(await taken()).toBe(true);
  });

  test('is free after its process was killed, but not while its process is stopped', async () => {
    const { child, said } = await holder();
    expect([said, await taken()]).toEqual(['held', false]);
    child.kill('SIGSTOP');
    expect(await taken()).toBe(false);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(readdirSync(folder)).toHaveLength(1);
    expect(await taken()).toBe(true);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  test('goes to exactly one of many concurrent processes', async () => {
    for (let round = 0; round < 10; round++) {
      const all = await Promise.all(Array.from({ length: 6 }, () => lockFolder(folder)));
      const held = all.filter((release) => release !== null);
      expect(held).toHaveLength(1);
      for (const release of held) release();
    }
  });

  test.for([
    [0, false],
    [50_000, false],
    [61_000, true],
  ] as const)(
    'is taken over from another machine after a minute: seen %i ms ago gives %s',
    async ([seenBefore, expected]) => {
      await foreign(seenBefore);
      expect(await taken()).toBe(expected);
    },
  );

  test('is refused with a fault if its path is too long for a socket', async () => {
    await expect(lockFolder(join(folder, 'x'.repeat(100)))).rejects.toMatchObject({ code: 'ENAMETOOLONG' });
  });
});
