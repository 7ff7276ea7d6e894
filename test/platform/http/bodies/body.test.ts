import { describe, expect, test } from 'vitest';
import { ERRORS, JSON_BODY } from '../../../../functions/platform/http/api.ts';
import { readBody } from '../../../../functions/platform/http/bodies/body.ts';
import { bodyLimits } from '../../../../functions/platform/http/bodies/body-room.ts';
import { accept, refuse } from '../../../../functions/platform/result.ts';
import { MIN_POOLED_BYTES } from '../../../../functions/platform/values/job.ts';
import type { Work } from '../../../../functions/platform/world.ts';

const LARGE = JSON.stringify({ text: 'x'.repeat(MIN_POOLED_BYTES) });
const DEEP = `{"a":${'['.repeat(40)}${']'.repeat(40)}}`;

/** Reads a body by jobs that run as in another thread: what they take and return is cloned. */
async function read(body: string, run?: Work['run']) {
  const asked: { name: string; bytes: number; urgent: boolean | undefined }[] = [];
  const work: Pick<Work, 'run'> = {
    async run(job, input, { bytes, urgent }) {
      asked.push({ name: job.name, bytes, urgent });
      const given = await input();
      return run?.(job, () => given, { bytes }) ?? accept(structuredClone(job.run(structuredClone(given))));
    },
  };
  const limits = bodyLimits({ maxBytes: 4 * 1024 * 1024, timeoutMs: 30_000, work });
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
  const request = new Request('http://service', { method: 'POST', headers, body });
  return { asked, found: await readBody(request, JSON_BODY, { ...limits, hold: limits.hold() }) };
}

describe('readBody', () => {
  test('parses a large JSON body by a job, which a caller waits for', async () => {
    const { asked, found } = await read(LARGE);
    expect(asked).toEqual([{ name: 'platform.json-body', bytes: LARGE.length, urgent: true }]);
    expect(found).toEqual({ body: JSON.parse(LARGE), bytes: new TextEncoder().encode(LARGE) });
  });

  test.for([
    ['a deep one', DEEP, ERRORS.tooDeep],
    ['one that is not JSON', LARGE.slice(0, -1), ERRORS.invalidJson],
    ['a list', `[${LARGE}]`, ERRORS.notAnObject],
    ['one that names a prototype', LARGE.replace('text', '__proto__'), ERRORS.prototypeMember],
  ] as const)('refuses %s', async ([, body, error]) => {
    expect((await read(body)).found).toEqual({ error });
  });

  test('refuses a body that takes more time or memory than one may', async () => {
    const { found } = await read(LARGE, async () => refuse('OVER_TIME', 'it took too long'));
    expect(found).toEqual({ error: ERRORS.tooLarge });
  });
});
