import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fileBlobs } from '../../../functions/platform/standalone/blobs.ts';

describe('expiry of blobs', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'blobs-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  test('removes each class after its time and empty directories, and keeps the kept class', async () => {
    const blobs = fileBlobs(directory);
    const written = {
      'cases/a/old': 99,
      'cases/b/new': 100,
      'plans/old': 199,
      'plans/new': 200,
      'kept/a': 1,
      'evaluation/old': 299,
      'evaluation/new': 300,
      'uploads/old': 399,
      'uploads/new': 400,
    };
    for (const [key, seconds] of Object.entries(written)) {
      await blobs.put(key, new Uint8Array([1]));
      utimesSync(join(directory, `${key}!`), seconds, seconds);
    }
    const before = { cases: 100_000, plans: 200_000, evaluation: 300_000, uploads: 400_000 };
    expect(await blobs.expire(before)).toBe(4);
    expect(
      readdirSync(directory, { recursive: true })
        .map(String)
        .filter((path) => path.endsWith('!'))
        .toSorted(),
    ).toEqual(['cases/b/new!', 'evaluation/new!', 'kept/a!', 'plans/new!', 'uploads/new!']);
    expect(readdirSync(join(directory, 'cases'))).toEqual(['b']);
    expect(readdirSync(join(directory, 'aside'))).toEqual([]);
  });

  test('works without any blobs', async () => {
    expect(await fileBlobs(join(directory, 'none')).expire({ cases: 1, plans: 1, evaluation: 1, uploads: 1 })).toBe(0);
  });
});
