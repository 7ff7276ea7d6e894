import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { caseSpool } from '../../../agent/delivery/case-spool.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spool-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const options = { now: () => 1, pid: process.pid, bootedAt: 0, protect: () => (line: string) => `sealed ${line}` };
/** Above any process id of Linux. */
const ENDED = 2 ** 22 + 1;

describe('caseSpool', () => {
  test('writes sealed batches that only their owner may read, and returns the oldest first', () => {
    const path = join(folder, 'new');
    const spool = caseSpool(path, 1000, options);
    expect(spool.next()).toBeNull();
    expect(spool.write(['a', 'b'])).toBe(true);
    expect(spool.write(['c'])).toBe(true);
    const [file = ''] = readdirSync(path).sort();
    expect(statSync(join(path, file)).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(path, file), 'utf8')).toBe('sealed a\nsealed b\n');
    const first = spool.next();
    expect(first?.lines).toEqual(['sealed a', 'sealed b']);
    first?.remove();
    expect(spool.next()?.lines).toEqual(['sealed c']);
  });

  test('takes files of processes that ended, and leaves those of running ones', () => {
    writeFileSync(join(folder, `cases-${ENDED}-5-0.ndjson`), 'late\n');
    writeFileSync(join(folder, `cases-${ENDED}-4-0.ndjson`), 'early\n');
    writeFileSync(join(folder, `cases-${process.ppid}-1-0.ndjson`), 'of another\n');
    writeFileSync(join(folder, 'notes.txt'), 'kept');
    const spool = caseSpool(folder, 1000, options);
    const taken: string[] = [];
    for (let next = spool.next(); next !== null; next = spool.next()) {
      taken.push(...next.lines);
      next.remove();
    }
    expect(taken).toEqual(['early', 'late']);
    expect(readdirSync(folder).sort()).toEqual([`cases-${process.ppid}-1-0.ndjson`, 'notes.txt']);
  });

  test('takes files from before the machine started, even if another process has their id now', () => {
    writeFileSync(join(folder, `cases-${process.ppid}-5-0.ndjson`), 'before\n');
    writeFileSync(join(folder, `cases-${process.ppid}-6-0.ndjson`), 'of another\n');
    const spool = caseSpool(folder, 1000, { ...options, bootedAt: 6 });
    expect(spool.next()?.lines).toEqual(['before']);
    spool.next()?.remove();
    expect(spool.next()).toBeNull();
  });

  test('refuses to write above its limit, which counts the files it found', () => {
    writeFileSync(join(folder, `cases-${ENDED}-5-0.ndjson`), 'x'.repeat(90));
    const spool = caseSpool(folder, 100, options);
    expect(spool.write(['12'])).toBe(true);
    expect(spool.write(['1'])).toBe(false);
    spool.next()?.remove();
    expect(spool.write(['1'])).toBe(true);
  });

  test('writes no file before the key is known', () => {
    const spool = caseSpool(folder, 100, { ...options, protect: () => null });
    expect(spool.isReady()).toBe(false);
    expect(spool.write(['secret'])).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });
});
