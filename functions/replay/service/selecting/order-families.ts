import type { World } from '../../../platform/world.ts';
import type { CaseHead } from '../../../recordings/domain/recorded-case.ts';
import type { RecordingStore } from '../../../recordings/store/recordings.ts';
import { answerDigestsJob } from '../../domain/order/answer-digests-job.ts';
import { familiesOf } from '../../domain/order/families.ts';
import { learnedFamilies, type ObservedRequest, withLearned } from '../../domain/order/learned-families.ts';
import { isWrite } from '../../domain/order/run-order.ts';

/** Reads whose recorded answers are compared to learn families: the newest ones. */
const MAX_READS = 10_000;
const BATCH = 200;

/**
 * The resource families of endpoints: by their paths, and as the answers to recorded reads changed after recorded
 * writes among the newest chosen cases, which are in the order of recording. Takes one read per recording, at most
 * 10,000.
 */
export async function orderFamilies(
  operations: readonly string[],
  chosen: readonly CaseHead[],
  { recordings, work }: { recordings: Pick<RecordingStore, 'storedPayloads'> } & Pick<World, 'work'>,
): Promise<(operation: string) => string[]> {
  const families = familiesOf(operations);
  const reads = chosen.filter((one) => !isWrite(one)).slice(-MAX_READS);
  const answers = new Map<CaseHead, ObservedRequest['read']>();
  for (let at = 0; at < reads.length; at += BATCH) {
    const some = reads.slice(at, at + BATCH);
    const stored = await recordings.storedPayloads(some.map(({ caseId }) => caseId));
    const payloads = await Promise.all(stored.map((one) => one?.bytes()));
    const bytes = stored.reduce((sum, one) => sum + (one?.size ?? 0), 0);
    const read = await work.run(answerDigestsJob, () => ({ payloads }), { bytes });
    // Without them, families follow from paths alone.
    if (!read.ok) continue;
    for (const [index, answer] of read.value.entries()) {
      const head = some[index];
      if (head && answer) answers.set(head, answer);
    }
  }
  const observed = chosen.map((head): ObservedRequest => ({ ...head, read: answers.get(head) }));
  return withLearned(families, learnedFamilies(observed, families));
}
