import { nextTurn } from '../../platform/time/next-turn.ts';
import type { IntakeServices } from '../composition.ts';
import type { IntakeAnswer } from '../domain/intake-answer.ts';
import type { ParsedCases } from '../domain/parse-cases.ts';
import type { StoredCase } from '../domain/stored-case.ts';
import type { AddOutcome } from '../store/known-cases.ts';
import { type LookSettings, lookForPersonalData } from './look-for-personal-data.ts';

/** Cases that are looked at and stored together. */
const PART = 500;

const TAKEN = 'caseId belongs to a different application';
const NOT_SEALED = 'its personal data could not be sealed in the time or memory of one case';

type Outcome = AddOutcome | 'not sealed';
const COUNTERS: Partial<Record<Outcome, 'accepted' | 'duplicates'>> = { accepted: 'accepted', duplicate: 'duplicates' };

interface StoringOptions {
  answer: IntakeAnswer;
  settings: ReadonlyMap<string, LookSettings>;
}

/**
 * Stores read cases, whose entries begin at `start` of the body or file, and adds what became of each to the answer.
 */
export async function storeCases(
  { cases, rejected }: ParsedCases,
  start: number,
  { answer, settings }: StoringOptions,
  services: Pick<IntakeServices, 'recordings' | 'recordingKeys' | 'applications' | 'work' | 'log'>,
): Promise<void> {
  const reject = (index: number, reason: string) => answer.rejected.push({ index: start + index, reason });
  for (const { index, reason } of rejected) reject(index, reason);
  const unreadable = new Set(rejected.map(({ index }) => index));
  const indices = [...Array(cases.length + rejected.length).keys()].filter((index) => !unreadable.has(index));
  if (cases.length === 0) await nextTurn();
  for (let at = 0; at < cases.length; at += PART) {
    const part = await lookForPersonalData(services, cases.slice(at, at + PART), settings);
    for (const [position, outcome] of (await outcomesOf(part, services)).entries()) {
      const counter = COUNTERS[outcome];
      if (counter) answer[counter]++;
      else reject(indices[at + position] ?? 0, outcome === 'not sealed' ? NOT_SEALED : TAKEN);
    }
  }
  answer.rejected.sort((a, b) => a.index - b.index);
}

/** What became of each case, in order; one that could not be sealed is not stored. */
async function outcomesOf(
  cases: readonly (StoredCase | null)[],
  { recordings }: Pick<IntakeServices, 'recordings'>,
): Promise<Outcome[]> {
  const stored = (await recordings.addStored(cases.filter((one) => one !== null))).values();
  return cases.map((one) => {
    if (one === null) return 'not sealed';
    const { value } = stored.next();
    if (value === undefined) throw new Error('a case has no outcome');
    return value;
  });
}
