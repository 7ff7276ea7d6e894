import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ServiceAnswer } from '../../../agent/core/service-link.ts';
import { sealOfFile, serviceSeal } from '../../../agent/delivery/seal-key.ts';
import { ALGORITHM } from '../../../functions/recordings/domain/sealed/file-keys.ts';

const { x, y } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
const KEY = { kty: 'EC', crv: 'P-256', x, y, kid: '1', use: 'enc', alg: ALGORITHM };
const LINE = JSON.stringify({
  request: {
    method: 'GET',
    path: '/',
    headers: [['authorization', 'Bearer planted']],
    body: null,
    bodyEncoding: 'utf8',
  },
  response: null,
  calls: [],
});

describe('the seal of the service', () => {
  test('asks again for a missing key, after pauses that double up to half a minute', async () => {
    let at = 0;
    let answer: ServiceAnswer = null;
    const askedAt: number[] = [];
    const warnings: string[] = [];
    const { seal, ask } = serviceSeal({
      link: {
        call: async () => {
          askedAt.push(at);
          return answer;
        },
      },
      warn: (subject) => warnings.push(subject),
      now: () => at,
    });
    for (; at < 100_000; at += 100) await ask();
    expect(askedAt).toEqual([0, 500, 1_500, 3_500, 7_500, 15_500, 31_500, 61_500, 91_500]);
    expect(seal()).toBeNull();
    expect(new Set(warnings)).toEqual(new Set(['spoolKey']));
    // An unusable key is not final: the agent asks again.
    answer = { status: 200, body: { ...KEY, x: 'AA' } };
    at = 200_000;
    await ask();
    expect(seal()).toBeNull();
    answer = { status: 200, body: KEY };
    at = 300_000;
    await Promise.all([ask(), ask()]);
    expect(seal()?.(LINE)).toContain('"sealedKey"');
    expect(seal()?.(LINE)).not.toContain('planted');
    at = 400_000;
    await ask();
    expect(askedAt.slice(-2)).toEqual([200_000, 300_000]);
  });
});

describe('the seal of a file', () => {
  test.for<[content: string | null, warning: RegExp | null]>([
    [JSON.stringify(KEY), null],
    ['{}', /holds no public key/],
    [JSON.stringify({ ...KEY, x: 'AA' }), /cannot be read/],
    [null, /cannot be read \(ENOENT\)/],
  ])('is read, or missing with a warning: %s gives %s', async ([content, warning]) => {
    const folder = mkdtempSync(join(tmpdir(), 'seal-key-'));
    const warnings: string[] = [];
    try {
      const path = join(folder, 'recording.jwk');
      if (content !== null) writeFileSync(path, content);
      const seal = await sealOfFile(path, (_, text) => warnings.push(text));
      expect(seal === null).toBe(warning !== null);
      expect(warnings).toEqual(warning === null ? [] : [expect.stringMatching(warning)]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
