import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { undocumented } from './answer-check.ts';
import { type FuzzRequest, fuzzRequests } from './fuzz-requests.ts';
import { type FuzzStage, openFuzzStage } from './fuzz-stage.ts';

/** Number of requests. `npm run fuzz` sends 200,000. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 4000);
/** Default: the same requests each time. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120);
/** Requests per store. More would only make its lists long. */
const SLICE = 10_000;
const BATCH_SIZE = 40;
/** Batches after which deleted objects are recreated. */
const RENEW_EVERY = 5;
/** Maximum problems reported. */
const MAX_PROBLEMS = 30;

describe('requests made from the OpenAPI document', () => {
  const slices = Array.from({ length: Math.ceil(REQUESTS / SLICE) }, (_, index) => index);
  test.for(slices)('receive no fault and no undocumented response: part %i', { timeout: 240_000 }, async (part) => {
    const stage = await openFuzzStage();
    const count = Math.min(SLICE, REQUESTS - part * SLICE);
    const seen = new Map<number, number>();
    const problems: string[] = [];
    let renewIn = RENEW_EVERY;
    try {
      const batches = fc.array(fuzzRequests(), { minLength: BATCH_SIZE, maxLength: BATCH_SIZE });
      await fc
        .assert(
          fc.asyncProperty(batches, async (batch) => {
            if (renewIn-- === 0) {
              renewIn = RENEW_EVERY;
              await stage.renew();
            }
            const found = await Promise.all(batch.map((one) => problemOf(one, stage, seen)));
            problems.push(...found.filter((problem) => problem !== null), ...stage.faults.splice(0));
            return problems.length < MAX_PROBLEMS;
          }),
          { numRuns: Math.ceil(count / BATCH_SIZE), seed: SEED + part, endOnFailure: true },
        )
        .catch((fault) => {
          if (problems.length === 0) throw fault;
        });
    } finally {
      await stage.close();
    }
    expect(problems).toEqual([]);
    // If everything were refused, the test would prove nothing.
    expect(seen.get(200) ?? 0).toBeGreaterThan(count / 4);
    expect(seen.get(400) ?? 0).toBeGreaterThan(count / 100);
    expect(seen.get(404) ?? 0).toBeGreaterThan(count / 100);
  });
});

async function problemOf(written: FuzzRequest, { app, known, paced }: FuzzStage, seen: Map<number, number>) {
  const real = (template: string) =>
    template.replace(/(?:@|%40)(\w+Id|\w+Digest|readerKey|accessToken|hostToken)/g, (all, name) => known[name] ?? all);
  const { route } = written;
  const path = real(written.path);
  const headers = Object.fromEntries(Object.entries(written.headers).map(([name, value]) => [name, real(value)]));
  const body = typeof written.body === 'string' ? real(written.body) : written.body;
  const [method = ''] = route.split(' ');
  const request = new Request(`http://service${path}`, {
    method,
    headers,
    ...(body !== null && { body: body as Uint8Array<ArrayBuffer> | string }), // not shared memory
  });
  paced();
  const answer = await app.fetch(request);
  const text = await answer.text();
  seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
  const problem =
    answer.status >= 500
      ? `${route}: ${answer.status}`
      : undocumented(route, { status: answer.status, contentType: answer.headers.get('content-type'), text });
  return problem && `${problem} (${path} ${JSON.stringify(headers)} ${String(body).slice(0, 300)})`;
}
