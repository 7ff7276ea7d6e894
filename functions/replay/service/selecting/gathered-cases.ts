import { nextTurn } from '../../../platform/time/next-turn.ts';
import type { CaseHead } from '../../../recordings/domain/recorded-case.ts';
import { isWrite } from '../../domain/order/run-order.ts';
import type { ChosenCase } from '../../domain/selecting/selected-case.ts';
import { type Pages, segmentedLists } from './segmented-lists.ts';
import { byRecording } from './selected-cases.ts';

/** Cases of a run that is planned as one list; a larger one is planned in segments. */
export const MAX_DIRECT = 20_000;
/** Segments of a large run: a million cases are 15,600 in each. */
const SEGMENTS = 64;
/** Cases whose sessions are looked up at once. */
const BATCH = 1000;

/** The chosen cases of a run, in segments none of whose sessions continues in another one. */
export interface GatheredCases {
  requests: number;
  hasWrites: boolean;
  operations: readonly string[];
  /** The newest ones, at most MAX_DIRECT, in the order of recording. */
  newest: readonly CaseHead[];
  segments: number;
  /** The cases of a segment in the order of recording, in their sessions; once. */
  take(segment: number): Promise<CaseHead[]>;
}

/**
 * Gathers chosen cases, which come in any order, with bounded memory: of a run above MAX_DIRECT, cases are spread over
 * segments by their sessions, and pages hold what does not fit into memory. `inSessions`: the cases in the sessions
 * that they are replayed in.
 */
export async function gatheredCases(
  heads: AsyncIterable<CaseHead>,
  { inSessions, pages }: { inSessions(heads: readonly CaseHead[]): Promise<CaseHead[]>; pages: Pages<ChosenCase> },
): Promise<GatheredCases> {
  const lists = segmentedLists(SEGMENTS, pages);
  const operations = new Set<string>();
  let newest: CaseHead[] = [];
  let [requests, spread, hasWrites] = [0, 0, false];
  let open: CaseHead[] = [];

  /** Without a session, neighbours of the list stay together. */
  const segmentOf = ({ session }: CaseHead) =>
    (session === null ? Math.floor(spread / BATCH) : hashOf(session)) % SEGMENTS;

  async function spreadOpen(): Promise<void> {
    for (let at = 0; at < open.length; at += BATCH) {
      for (const one of await inSessions(open.slice(at, at + BATCH))) {
        await lists.add(segmentOf(one), one);
        spread++;
      }
      await nextTurn();
    }
    newest.push(...open);
    if (newest.length > 2 * MAX_DIRECT) newest = newest.sort(byRecording).slice(-MAX_DIRECT);
    open = [];
  }

  for await (const head of heads) {
    requests++;
    hasWrites ||= isWrite(head);
    operations.add(head.operation);
    open.push(head);
    if (open.length >= (requests > MAX_DIRECT ? BATCH : MAX_DIRECT + 1)) await spreadOpen();
  }
  const facts = { requests, hasWrites, operations: [...operations] };
  if (requests <= MAX_DIRECT) {
    const all = (await inSessions(open)).sort(byRecording);
    return { ...facts, newest: all, segments: 1, take: async () => all };
  }
  await spreadOpen();
  return {
    ...facts,
    newest: newest.sort(byRecording).slice(-MAX_DIRECT),
    segments: SEGMENTS,
    take: async (segment) => (await Array.fromAsync(lists.take(segment))).flat().sort(byRecording),
  };
}

/** FNV-1a of a text, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}
