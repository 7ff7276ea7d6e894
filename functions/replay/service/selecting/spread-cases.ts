import type { World } from '../../../platform/world.ts';
import type { CaseHead } from '../../../recordings/domain/recorded-case.ts';
import type { RecordingStore } from '../../../recordings/store/recordings.ts';
import { caseShapeJob } from '../../domain/case-shape.ts';
import { type ShapeCoverage, spread } from '../../domain/spread.ts';
import { type CaseSelection, casesOf } from './selected-cases.ts';

/** Cases of an endpoint among which shapes are looked for, per case that is wanted. */
const CANDIDATES_PER_CASE = 10;
const MIN_CANDIDATES = 1_000;
const MAX_CANDIDATES = 5_000;
/** Recordings that one selection reads, over all endpoints. */
const MAX_READ = 50_000;
/** Recordings read concurrently. */
const BATCH = 50;

/**
 * Selects cases that differ in the structure of request and response before further ones of the same structure, newest
 * first, endpoint by endpoint, and adds to `total` how many structures they cover. A case whose recording is unreadable
 * has a shape of its own kind.
 */
export async function* spreadCases(
  selection: CaseSelection,
  inScope: readonly string[],
  services: { recordings: Pick<RecordingStore, 'find' | 'eachNewest' | 'storedPayloads'> } & Pick<World, 'work'>,
  total: ShapeCoverage,
): AsyncGenerator<CaseHead> {
  const limit = selection.caseCountLimit;
  const wanted = Math.min(Math.max(limit * CANDIDATES_PER_CASE, MIN_CANDIDATES), MAX_CANDIDATES);
  const candidates = Math.max(1, Math.min(wanted, Math.floor(MAX_READ / inScope.length)));
  for (const operation of inScope) {
    const newest = { ...selection, caseCountLimit: Math.max(limit, candidates) };
    const heads = casesOf(newest, operation, services.recordings);
    const first: CaseHead[] = [];
    while (first.length < candidates) {
      const next = await heads.next();
      if (next.done) break;
      first.push(next.value);
    }
    const { chosen, shapes } = spread(await shaped(first, services), limit);
    total.covered += shapes.covered;
    total.of += shapes.of;
    yield* chosen;
    let left = limit - chosen.length;
    for await (const one of heads) {
      if (left-- < 1) break;
      yield one;
    }
  }
}

async function shaped(
  heads: readonly CaseHead[],
  { recordings, work }: { recordings: Pick<RecordingStore, 'storedPayloads'> } & Pick<World, 'work'>,
): Promise<{ one: CaseHead; shape: string }[]> {
  const found: { one: CaseHead; shape: string }[] = [];
  for (let at = 0; at < heads.length; at += BATCH) {
    const some = heads.slice(at, at + BATCH);
    const stored = await recordings.storedPayloads(some.map(({ caseId }) => caseId));
    const shapes = await Promise.all(
      stored.map(async (payload) => {
        if (payload === undefined) return null;
        const shape = await work.run(caseShapeJob, async () => ({ stored: await payload.bytes() }), {
          bytes: payload.size,
        });
        return shape.ok ? shape.value : null;
      }),
    );
    for (const [index, one] of some.entries()) found.push({ one, shape: shapes[index] ?? '' });
  }
  return found;
}
