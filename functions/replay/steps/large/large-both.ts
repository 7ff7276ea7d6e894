import type { StoredValue } from '../../../platform/values/stored-json.ts';
import type { Work } from '../../../platform/world.ts';
import type { ComparedBoth, SideAnswer } from '../../domain/baseline/compare-both.ts';
import { type CompareBothInput, compareBothJob } from '../../domain/baseline/compare-both-job.ts';
import type { PlannedCase } from '../../domain/results/chunk.ts';
import { withAllNoted } from '../../domain/values/note-case.ts';
import type { SessionValues } from '../../domain/values/session-values.ts';

/** What both builds answered. */
export type BothSides = Record<'baseline' | 'target', SideAnswer>;

/** Null if the recording has expired. */
export type ComparedSides =
  | (ComparedBoth & { values?: SessionValues | null; valuesOfBaseline?: SessionValues | null })
  | null
  | 'over budget';

/** Creates the function that compares what both builds answered to a large case, in the worker pool. */
export const largeBoth =
  (underWhat: Pick<CompareBothInput, 'rules' | 'settings' | 'keys'>, work: Work) =>
  async ({ caseId, operation }: PlannedCase, stored: StoredValue, both: BothSides): Promise<ComparedSides> => {
    const sides = { baseline: headOf(both.baseline), target: headOf(both.target) };
    const bodies = { baselineBody: bodyOf(both.baseline), targetBody: bodyOf(both.target) };
    const compared = await work.run(
      compareBothJob,
      async () => ({ caseId, stored: await stored.bytes(), operation, ...underWhat, ...sides, ...bodies }),
      { bytes: stored.size + bodies.baselineBody.byteLength + bodies.targetBody.byteLength },
    );
    if (!compared.ok) return 'over budget';
    if (compared.value === null) return null;
    const { bytes, size, digest, ...rest } = compared.value;
    return { ...rest, payload: { bytes, size, digest } };
  };

/** The answer of a build without the bytes of its body, with every waiting note of its session. */
function headOf({ outcome, ...side }: SideAnswer) {
  if (side.mapping !== null) withAllNoted(side.mapping.values);
  const { body: _, ...head } = outcome.kind === 'response' ? outcome : { ...outcome, body: null };
  return { ...side, head };
}

const bodyOf = ({ outcome }: SideAnswer): Uint8Array => (outcome.kind === 'response' ? outcome.body : new Uint8Array());
