import { expect, test } from 'vitest';
import { storedJson } from '../../../../functions/platform/values/stored-json.ts';
import type { CaseHead } from '../../../../functions/recordings/domain/recorded-case.ts';
import type { ShapeCoverage } from '../../../../functions/replay/domain/spread.ts';
import { byRecording, type CaseSelection } from '../../../../functions/replay/service/selecting/selected-cases.ts';
import { spreadCases } from '../../../../functions/replay/service/selecting/spread-cases.ts';

const MINUTE = 60_000;
const head = (caseId: string, operation: string, minutesAgo: number): CaseHead => ({
  caseId,
  appId: 'shop',
  operation,
  method: 'GET',
  recordedAt: 1e12 - minutesAgo * MINUTE,
  intake: caseId,
  traceId: '',
  session: null,
  tags: {},
  durationMs: null,
  status: 200,
  pinned: false,
});
const storedCase = (status: number) =>
  storedJson({
    request: { method: 'GET', path: '/', headers: [], body: null, bodyEncoding: 'utf8' },
    response: { status, headers: [], body: null, bodyEncoding: 'utf8' },
    calls: [],
  });
const [USUAL, RARE] = [storedCase(200), storedCase(404)];

/** Recordings of which the last of each endpoint alone has another status; counts what is read. */
function recordedCases(perEndpoint: number, { isReadable = true } = {}) {
  const reads: string[] = [];
  return {
    reads,
    recordings: {
      find: async () => undefined,
      async *eachNewest(_: string, operation: string, { limit }: { limit: number }) {
        for (let at = 0; at < Math.min(limit, perEndpoint); at++) yield head(`${operation}:${at}`, operation, at);
      },
      storedPayloads: async (caseIds: readonly string[]) => {
        reads.push(...caseIds);
        return caseIds.map((caseId) => {
          if (!isReadable) return undefined;
          const { size, bytes } = caseId.endsWith(`:${perEndpoint - 1}`) ? RARE : USUAL;
          return { size, bytes: async () => Uint8Array.from(bytes) };
        });
      },
    },
    work: {
      run: async <I, O>(job: { run(input: I): O }, input: () => Promise<I>) => ({
        ok: true as const,
        value: job.run(await input()),
      }),
      hasThreads: false,
      prepare() {},
    },
  };
}

const selection = {
  appId: 'shop',
  operations: null,
  caseSource: 'rolling' as const,
  caseFrom: 0,
  caseTo: 2e12,
  caseTags: {},
};

async function spreadOf(
  ...[plan, inScope, services]: [CaseSelection, string[], ReturnType<typeof recordedCases>]
): Promise<{ chosen: CaseHead[]; shapes: ShapeCoverage }> {
  const shapes = { covered: 0, of: 0 };
  const chosen = await Array.fromAsync(spreadCases(plan, inScope, services, shapes));
  return { chosen: chosen.sort(byRecording), shapes };
}

test('spreadCases chooses the rare case for one of the newest of its endpoint, in the order of recording', async () => {
  const services = recordedCases(40);
  const { chosen, shapes } = await spreadOf({ ...selection, caseCountLimit: 3 }, ['/a', '/b'], services);
  expect(chosen.map(({ caseId }) => caseId)).toEqual(['/a:39', '/b:39', '/a:1', '/b:1', '/a:0', '/b:0']);
  expect(shapes).toEqual({ covered: 4, of: 4 });
});

test('spreadCases limits what it reads over all endpoints, and fills the limit of each with the newest cases', async () => {
  const services = recordedCases(150, { isReadable: false });
  const operations = Array.from({ length: 500 }, (_, at) => `/${at}`);
  const { chosen, shapes } = await spreadOf({ ...selection, caseCountLimit: 120 }, operations, services);
  expect(services.reads).toHaveLength(50_000);
  expect(chosen).toHaveLength(500 * 120);
  expect(shapes).toEqual({ covered: 500, of: 500 });
});
