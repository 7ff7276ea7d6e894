import { accept, type Result, refuse } from '../../platform/result.ts';
import type { StoredValue } from '../../platform/values/stored-json.ts';
import type { Work } from '../../platform/world.ts';
import { packPayloads } from '../domain/packed-payloads.ts';
import type { CaseHead } from '../domain/recorded-case.ts';
import { type HeadFilter, headMatches, termsNotInHead } from '../domain/search/head-matches.ts';
import { searchPayloadsJob } from '../domain/search/search-payloads-job.ts';
import { type CasePage, cursorAfter, type ListRange } from '../store/case-lists.ts';
import type { RecordingStore } from '../store/recordings.ts';

/** Maximum recordings that one search looks at, the newest ones; its cursor continues with older ones. */
export const MAX_SEARCHED = 2000;
/** Bytes of recordings, as JSON, after which a search stops early. */
export const MAX_SEARCHED_BYTES = 64 * 1024 * 1024;
/** Maximum bytes of a recording, as JSON, whose headers, bodies and calls are searched. */
export const MAX_SEARCHED_SIZE = 4 * 1024 * 1024;

/** Recordings whose rows are read at once. */
const BATCH = 100;
/** Bytes of recordings, as JSON, after which a job is full. */
const JOB_BYTES = 4 * 1024 * 1024;

/** A search: the range of recordings, filters of their heads, and terms in lower case that each has to contain. */
export interface Search extends ListRange {
  filter: HeadFilter;
  terms: readonly string[];
  limit: number;
  /** Whether credentials are masked for the reader, who then does not find them. */
  isMasked: boolean;
}

/** The recordings that a search found, newest first. */
export interface SearchPage extends CasePage {
  /** How many recordings it looked at. */
  searched: number;
}

interface Services {
  recordings: Pick<RecordingStore, 'walk' | 'storedPayloads'>;
  work: Work;
}

/**
 * Searches the newest recordings of an application, within MAX_SEARCHED and MAX_SEARCHED_BYTES. `nextCursor` continues
 * after the last recording that was looked at; null if there is no older one.
 */
export async function searchCases(
  { recordings, work }: Services,
  { filter, terms, limit, isMasked, ...range }: Search,
): Promise<Result<SearchPage, 'BAD_CURSOR' | 'TOO_COSTLY'>> {
  const heads = await recordings.walk(range, MAX_SEARCHED);
  if (heads === null) return refuse('BAD_CURSOR', 'cursor');
  const items: CaseHead[] = [];
  let searched = 0;
  let bytes = 0;
  let last: CaseHead | undefined;
  const page = (isEnd: boolean): Result<SearchPage, never> =>
    accept({ items, nextCursor: isEnd || !last ? null : cursorAfter(last), searched });

  for (;;) {
    const { batch, isEnd } = await nextOf(heads, Math.min(BATCH, MAX_SEARCHED - searched));
    for (const part of jobsOf(await candidatesOf(batch, { filter, terms, recordings }))) {
      const found = await matchesOf(part, work, isMasked);
      if (!found.ok) return found;
      for (const [index, { head }] of part.entries()) {
        searched++;
        last = head;
        if (found.value[index]) items.push(head);
        if (items.length >= limit) return page(isEnd && head === batch.at(-1));
      }
      bytes += sizeOf(part);
      if (bytes >= MAX_SEARCHED_BYTES) return page(isEnd && last === batch.at(-1));
    }
    if (isEnd || searched >= MAX_SEARCHED) return page(isEnd);
  }
}

/** The next recordings of a walk, and whether they are its last. */
async function nextOf(heads: AsyncGenerator<CaseHead>, most: number) {
  const batch: CaseHead[] = [];
  while (batch.length < most) {
    const { value, done } = await heads.next();
    if (done) return { batch, isEnd: true };
    batch.push(value);
  }
  return { batch, isEnd: false };
}

/** A recording that is looked at: known to match or not by its head alone, or by what is stored of it. */
interface Candidate {
  head: CaseHead;
  isMatch: boolean;
  stored?: StoredValue;
  terms: readonly string[];
}

async function candidatesOf(
  batch: readonly CaseHead[],
  { filter, terms, recordings }: Pick<Search, 'filter' | 'terms'> & Pick<Services, 'recordings'>,
): Promise<Candidate[]> {
  const known = batch.map((head) => {
    const left = headMatches(head, filter) ? termsNotInHead(head, terms) : null;
    return { head, isMatch: left?.length === 0, terms: left ?? [] };
  });
  const open = known.filter((one) => one.terms.length > 0);
  if (open.length === 0) return known;
  const stored = await recordings.storedPayloads(open.map(({ head }) => head.caseId));
  const values = new Map(open.map((one, index) => [one.head, stored[index]]));
  return known.map((one) => {
    const value = values.get(one.head);
    return value && value.size <= MAX_SEARCHED_SIZE ? { ...one, stored: value } : one;
  });
}

const sizeOf = (part: readonly Candidate[]) => part.reduce((sum, { stored }) => sum + (stored?.size ?? 0), 0);

/** Divides recordings, in their order, into those of one job each. */
function jobsOf(candidates: readonly Candidate[]): Candidate[][] {
  const parts: Candidate[][] = [];
  let bytes = JOB_BYTES;
  for (const one of candidates) {
    if (bytes >= JOB_BYTES) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(one);
    bytes += one.stored?.size ?? 0;
  }
  return parts;
}

/** For each recording whether it matches. */
async function matchesOf(
  part: readonly Candidate[],
  work: Work,
  isMasked: boolean,
): Promise<Result<boolean[], 'TOO_COSTLY'>> {
  const open = part.filter(({ stored }) => stored !== undefined);
  if (open.length === 0) return accept(part.map(({ isMatch }) => isMatch));
  const found = await work.run(
    searchPayloadsJob,
    async () => ({
      ...packPayloads(await Promise.all(open.map(({ stored }) => stored?.bytes()))),
      terms: open.map(({ terms }) => terms),
      isMasked,
    }),
    { bytes: sizeOf(part), urgent: true },
  );
  if (!found.ok) return refuse('TOO_COSTLY', 'searching the stored bodies takes too much time or memory');
  const matches = new Map(open.map((one, index) => [one, found.value[index]]));
  return accept(part.map((one) => matches.get(one) ?? one.isMatch));
}
