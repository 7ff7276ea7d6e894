import { MAX_ACCEPTED_AT_ONCE } from '../../domain/accepting/accept-of.ts';
import type { AcceptCandidate } from './accept-candidates.ts';

/** Requests that are worked on at the same time. */
const AT_ONCE = 10;

/** The candidates of one call, and the position after which the next call continues; null after the last. */
export interface AcceptPage {
  candidates: AcceptCandidate[];
  next: number | null;
}

/** The candidates after a position, as many as one call looks at. */
export function acceptPage(all: readonly AcceptCandidate[], after: number): AcceptPage {
  const left = all.filter(({ item }) => item > after);
  const candidates = left.slice(0, MAX_ACCEPTED_AT_ONCE);
  const last = candidates.at(-1);
  return { candidates, next: last && left.length > candidates.length ? last.item : null };
}

/** Works on the candidates that are not left out already, some at a time, in their order. */
export async function eachChosen({ candidates }: AcceptPage, work: (item: number) => Promise<void>): Promise<void> {
  const chosen = candidates.filter(({ leftOut }) => leftOut === null);
  for (let at = 0; at < chosen.length; at += AT_ONCE)
    await Promise.all(chosen.slice(at, at + AT_ONCE).map(({ item }) => work(item)));
}
