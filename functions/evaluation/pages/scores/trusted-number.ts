import type { ScoreAnswer } from '../evaluation-answers.ts';

/** A number that the service measured on a run; null where there is none. Scores of clients do not count. */
export function trustedNumber(scores: readonly ScoreAnswer[], wanted: string): number | null {
  const score = scores.find(({ name, origin }) => name === wanted && origin === 'trusted_host');
  const value = Number(score?.value ?? Number.NaN);
  return Number.isFinite(value) ? value : null;
}
