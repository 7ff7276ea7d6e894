import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openSpool, type Spool } from '../../../cli/record/spool.ts';
import { openSpoolFolder, type SpoolFolder } from '../../../cli/record/spool-folder.ts';

let root = '';
const opened: { spool: Spool; folder: SpoolFolder }[] = [];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'spool-'));
});
afterEach(async () => {
  for (const { spool, folder } of opened.splice(0)) {
    await spool.close();
    folder.release();
  }
  rmSync(root, { recursive: true, force: true });
});

async function spoolOf(maxBytes = 1_000_000, faults: unknown[] = []) {
  const folder = await openSpoolFolder(join(root, 'spool'));
  const spool = openSpool(folder, {
    maxBytes,
    onFault: (fault, lines) => faults.push([fault.code, lines]),
    onUnsynced: (fault) => faults.push([fault.code, 'unsynced']),
  });
  opened.push({ spool, folder });
  return { spool, folder };
}

/** What a process that is killed leaves behind. */
async function abandon({ spool, folder }: Awaited<ReturnType<typeof spoolOf>>): Promise<void> {
  await spool.close();
  folder.release();
  opened.splice(0);
}

async function linesOf(spool: Spool): Promise<string[]> {
  const lines: string[] = [];
  for (let segment = await spool.next(); segment !== null; segment = await spool.next()) {
    lines.push(...((await spool.read(segment)) ?? []));
    await spool.remove(segment);
  }
  return lines;
}

describe('the spool of `replay record`', () => {
  test('keeps cases in their order, in files for their owner only, until they are removed', async () => {
    const { spool, folder } = await spoolOf();
    for (const line of ['{"a":1}', '{"b":"ü"}', '{"c":3}']) expect(spool.put(line)).toBe(true);
    const segment = await spool.next();
    expect(statSync(segment?.path ?? '').mode & 0o777).toBe(0o600);
    expect(statSync(folder.path).mode & 0o777).toBe(0o700);
    expect(spool.counts()).toEqual({ waiting: 3, unwritten: 0 });
    expect(await linesOf(spool)).toEqual(['{"a":1}', '{"b":"ü"}', '{"c":3}']);
    expect(spool.counts()).toEqual({ waiting: 0, unwritten: 0 });
    expect(readdirSync(folder.path).filter((name) => name.endsWith('.ndjson'))).toEqual([]);
  });

  test('refuses cases above its limit, and takes them again after others were removed', async () => {
    const { spool } = await spoolOf(20);
    expect([spool.put('123456789'), spool.put('123456789'), spool.put('')]).toEqual([true, true, false]);
    expect(await linesOf(spool)).toEqual(['123456789', '123456789']);
    expect(spool.put('123456789')).toBe(true);
  });

  test('gives segments of about a MiB', async () => {
    const { spool } = await spoolOf(10_000_000);
    for (let n = 0; n < 24; n++) {
      spool.put('x'.repeat(100_000));
      await spool.next();
    }
    const sizes: number[] = [];
    for (let segment = await spool.next(); segment !== null; segment = await spool.next()) {
      sizes.push(segment.bytes);
      await spool.remove(segment);
    }
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(24 * 100_001);
    expect(Math.max(...sizes)).toBeLessThan(1_048_576 + 100_001);
  });

  test('leaves out lines that a power cut tore, also where a file has no others', async () => {
    const { folder } = await spoolOf();
    folder.release();
    opened.splice(0);
    const torn = `${'\0'.repeat(512)}"}\n{"a":"${'\0'.repeat(512)}\n`;
    appendFileSync(join(folder.path, '000000000001.ndjson'), torn);
    appendFileSync(join(folder.path, '000000000002.ndjson'), `{"b":2}\n${torn}`);
    expect(await linesOf((await spoolOf()).spool)).toEqual(['{"b":2}']);
  });

  test('gives cases of a killed recorder first, without the torn line at the end', async () => {
    const first = await spoolOf();
    first.spool.put('{"old":1}');
    const segment = await first.spool.next();
    await abandon(first);
    appendFileSync(segment?.path ?? '', '{"old":2}\n{"torn":');
    const { spool } = await spoolOf();
    spool.put('{"new":1}');
    expect(await linesOf(spool)).toEqual(['{"old":1}', '{"old":2}', '{"new":1}']);
  });

  test('counts cases of a killed recorder against its limit', async () => {
    const first = await spoolOf();
    first.spool.put('x'.repeat(90));
    await abandon(first);
    const { spool } = await spoolOf(100);
    expect([spool.put('x'.repeat(9)), spool.put('x'.repeat(8))]).toEqual([false, true]);
  });

  test('keeps the folder of a running recorder, and gives that of an ended one to the next', async () => {
    const first = await spoolOf();
    const second = await spoolOf();
    expect(second.folder.path).not.toBe(first.folder.path);
    first.spool.put('{"first":1}');
    second.spool.put('{"second":1}');
    expect(await linesOf(second.spool)).toEqual(['{"second":1}']);
    await first.spool.close();
    second.spool.put('{"second":2}');
    await abandon(second);
    first.folder.release();
    const third = await spoolOf();
    expect((await linesOf(third.spool)).sort()).toEqual(['{"first":1}', '{"second":2}']);
  });

  test('counts a write that the disk refuses, and tries the next one', async () => {
    const faults: unknown[] = [];
    const { spool, folder } = await spoolOf(1_000_000, faults);
    rmSync(folder.path, { recursive: true });
    spool.put('{"lost":1}');
    await spool.next();
    expect(faults).toEqual([['ENOENT', 1]]);
    expect(spool.counts()).toEqual({ waiting: 0, unwritten: 1 });
    mkdirSync(folder.path);
    spool.put('{"kept":1}');
    const segment = await spool.next();
    expect(readFileSync(segment?.path ?? '', 'utf8')).toBe('{"kept":1}\n');
  });

  test('reports once a disk that does not confirm writes, and keeps the cases', async () => {
    const faults: unknown[] = [];
    const { spool, folder } = await spoolOf(1_000_000, faults);
    const handle = await open(folder.path);
    const datasync = vi.spyOn(Object.getPrototypeOf(handle), 'datasync');
    datasync.mockRejectedValue(Object.assign(new Error('no'), { code: 'EIO' }));
    await handle.close();
    try {
      for (const line of ['{"a":1}', '{"b":2}']) {
        spool.put(line);
        await spool.next();
      }
      expect(await linesOf(spool)).toEqual(['{"a":1}', '{"b":2}']);
      expect(datasync.mock.calls.length).toBeGreaterThan(1);
      expect(faults).toEqual([['EIO', 'unsynced']]);
    } finally {
      datasync.mockRestore();
    }
  });

  test('is refused with SPOOL_NOT_WRITTEN if its folder cannot be created', async () => {
    appendFileSync(join(root, 'spool'), '');
    await expect(openSpoolFolder(join(root, 'spool'))).rejects.toMatchObject({ code: 'SPOOL_NOT_WRITTEN' });
  });
});
