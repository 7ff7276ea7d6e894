import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { workPool } from '../../../functions/platform/standalone/work-pool.ts';
import { MIN_POOLED_BYTES } from '../../../functions/platform/values/job.ts';
import { storedJson } from '../../../functions/platform/values/stored-json.ts';
import { workInPlace } from '../../../functions/platform/work-in-place.ts';
import { bodyOf } from '../../../functions/recordings/domain/content-encoding.ts';
import { compareSentCaseJob } from '../../../functions/replay/domain/results/sent-case.ts';
import { shownCaseJob } from '../../../functions/report/pages/request/shown-case.ts';
import { silentLog } from '../../contracts/silent-log.ts';
import { TEST_KEYS } from '../../support/test-sealer.ts';

const file = join(import.meta.dirname, '../../../bin/standalone/work-thread.ts');
const pool = workPool({ file, log: silentLog, threads: 1 });
afterAll(() => pool.close());

const BODIES = fc.oneof(
  fc.json().map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc
    .constantFrom('<a><b>1</b><b>2</b></a>', '<a b="1"/>', 'k=v&k=w', 'line\nline', '')
    .map((text) => Buffer.from(text)),
);
const TYPES = fc.constantFrom('application/json', 'application/xml', 'application/x-www-form-urlencoded', 'text/plain');
const LARGE = { bytes: MIN_POOLED_BYTES };
const REQUEST = { method: 'GET', path: '/', headers: [], body: null, bodyEncoding: 'utf8' as const };

test('a thread compares and shows two answers as the caller would', async () => {
  await fc.assert(
    fc.asyncProperty(BODIES, BODIES, TYPES, async (before, after, type) => {
      const headers: [string, string][] = [['content-type', type]];
      const stored = storedJson({ request: REQUEST, response: { status: 200, headers, ...bodyOf(before) }, calls: [] });
      const input = () => ({
        caseId: 'c1',
        secrets: [],
        stored: Uint8Array.from(stored.bytes),
        body: Uint8Array.from(after),
        head: { kind: 'response' as const, status: 200, headers, truncated: false, durationMs: 1 },
        operation: '/a',
        rules: [],
        mapping: null,
        noticed: { calls: null, enableMock: true, recordedAt: 1, replayedAt: 2 },
        settings: { redact: [{ path: '$.secret' }], credentials: 'seal' as const },
        keys: TEST_KEYS,
      });
      const compared = [
        await workInPlace.run(compareSentCaseJob, input, LARGE),
        await pool.run(compareSentCaseJob, input, LARGE),
      ];
      expect(compared[1]).toEqual(compared[0]);
      const [first] = compared;
      const payload = first?.ok ? first.value?.bytes : undefined;
      const shown = () => ({
        stored: payload && Uint8Array.from(payload),
        rules: [],
        mapping: null,
        noticed: { calls: null, enableMock: true, recordedAt: 1, replayedAt: 2 },
        operation: '/a',
        isMasked: false,
        isRaw: false,
        isUnfolded: false,
        target: 'http://target.test',
        difference: null,
        from: 0,
        replayedFrom: null,
      });
      expect(await pool.run(shownCaseJob, shown, LARGE)).toEqual(await workInPlace.run(shownCaseJob, shown, LARGE));
    }),
    { numRuns: 100 },
  );
});
