import type { CaseHead } from '../../../recordings/domain/recorded-case.ts';
import { logoutEnd } from '../sessions/recorded-spans.ts';

/** Cases that a block may have above its size while a logout is under way. */
const MAX_EXCESS = 1000;

/**
 * Cuts cases, which come in the order of recording, into blocks whose recorded order is that of the whole: none begins
 * while a logout is under way, which later requests may come before.
 */
export async function* recordedBlocks<T extends Pick<CaseHead, 'recordedAt' | 'durationMs' | 'endsSession'>>(
  cases: AsyncIterable<T>,
  size: number,
): AsyncGenerator<T[]> {
  let block: T[] = [];
  let busyUntil = 0;
  for await (const one of cases) {
    const isFull = block.length >= size && one.recordedAt > busyUntil;
    if (isFull || block.length >= size + MAX_EXCESS) {
      yield block;
      block = [];
    }
    block.push(one);
    busyUntil = Math.max(busyUntil, logoutEnd(one) ?? 0);
  }
  if (block.length > 0) yield block;
}
