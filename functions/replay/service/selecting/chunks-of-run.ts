import { nextTurn } from '../../../platform/time/next-turn.ts';
import { MAX_RECORDED_ORDER } from '../../domain/order/run-order.ts';
import type { Chunk } from '../../domain/results/chunk.ts';
import { type Planning, plannedChunks } from '../../domain/selecting/planned-chunks.ts';
import { recordedBlocks } from '../../domain/selecting/recorded-blocks.ts';
import type { SelectedCase } from '../../domain/selecting/selected-case.ts';
import type { SegmentedLists } from './segmented-lists.ts';
import { byRecording } from './selected-cases.ts';

/**
 * The chunks of a run of `requests` cases, each in turn: segment by segment where sessions alone are ordered, else
 * blocks of the recorded order of all. The cases of each segment are in the order of recording.
 */
export async function* chunksOfRun(
  lists: SegmentedLists<SelectedCase>,
  { segments, requests }: { segments: number; requests: number },
  planning: Planning,
): AsyncGenerator<Chunk> {
  const next = { chunk: 0, first: 0, preparing: requests };
  if (planning.order !== 'sessions') {
    const all = inOrder(Array.from({ length: segments }, (_, segment) => lists.take(segment)));
    for await (const block of recordedBlocks(all, MAX_RECORDED_ORDER)) {
      yield* plannedChunks(block, planning, next);
      await nextTurn();
    }
    return;
  }
  for (let segment = 0; segment < segments; segment++) {
    const cases = (await Array.fromAsync(lists.take(segment))).flat();
    yield* plannedChunks(cases, planning, next);
    await nextTurn();
  }
}

/** Merges lists, each in the order of recording, to one. */
async function* inOrder(lists: readonly AsyncGenerator<SelectedCase[]>[]): AsyncGenerator<SelectedCase> {
  const open: { list: AsyncGenerator<SelectedCase[]>; page: SelectedCase[]; at: number }[] = [];
  for (const list of lists) {
    const one = { list, page: [], at: 0 };
    if (await hasNext(one)) open.push(one);
  }
  for (;;) {
    let first = open[0];
    for (const one of open) if (first && isBefore(one, first)) first = one;
    const head = first?.page[first.at++];
    if (first === undefined || head === undefined) return;
    yield head;
    if (!(await hasNext(first))) open.splice(open.indexOf(first), 1);
  }
}

interface OpenList {
  list: AsyncGenerator<SelectedCase[]>;
  page: SelectedCase[];
  at: number;
}

async function hasNext(one: OpenList): Promise<boolean> {
  while (one.at >= one.page.length) {
    const { done, value } = await one.list.next();
    if (done) return false;
    one.page = value;
    one.at = 0;
  }
  return true;
}

function isBefore(a: OpenList, b: OpenList): boolean {
  const [one, other] = [a.page[a.at], b.page[b.at]];
  return one !== undefined && other !== undefined && byRecording(one, other) < 0;
}
