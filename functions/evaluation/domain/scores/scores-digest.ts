import type { Digest } from '../../../platform/values/digest.ts';
import { compareExact, exactOf, parseExact } from '../../../platform/values/exact-number.ts';
import { compareText } from '../../../platform/values/text-order.ts';
import { digestOfJson } from '../canonical-json.ts';
import type { Score } from './score.ts';

/** The order in which gates read scores (evaluation 3.9). */
export const byScoreId = (one: Pick<Score, 'score_id'>, other: Pick<Score, 'score_id'>): number =>
  compareText(one.score_id, other.score_id);

/** sha256(JCS(list of [score_id, name, value] ordered by score_id)) (evaluation 5.9). */
export const scoresDigestOf = (scores: readonly Pick<Score, 'score_id' | 'name' | 'data_type' | 'value'>[]): Digest =>
  digestOfJson([...scores].sort(byScoreId).map((score) => [score.score_id, score.name, digestedValue(score)]));

/** A number as a JSON number, which every reader can compute. If a double would lose digits, its text. */
export function digestedValue({ data_type, value }: Pick<Score, 'data_type' | 'value'>): string | number | boolean {
  if (data_type !== 'numeric' || typeof value !== 'string') return value;
  const number = Number(value);
  const exact = parseExact(value);
  return Number.isFinite(number) && exact.ok && compareExact(exact.value, exactOf(number)) === 0 ? number : value;
}
