import { maySeal } from '../../../platform/values/sealed-text.ts';
import { sumOf } from '../../../platform/values/sum-of.ts';
import { type Change, type ChangedPair, MAX_PAIRS, MAX_PAIRS_LENGTH } from './change.ts';
import { addedNumber, coversPair, decimalsOf, isRetyped, isWhole, replacedText } from './covers-pair.ts';

/** Fewer different pairs have no relation: they are listed. */
const MIN_RELATED = 3;
/** Maximum significant digits of a factor. */
const MAX_FACTOR_DIGITS = 6;

/**
 * What the pairs of a finding have in common: the pairs themselves where there are few, or one relation that all of
 * them have. Null where no single change explains them, or where a value is sealed or too long to name.
 */
export function learnChange(pairs: readonly ChangedPair[]): Exclude<Change, { is: 'any' }> | null {
  if (pairs.length === 0) return null;
  const distinct = [...new Map(pairs.map((pair) => [JSON.stringify(pair), pair])).values()];
  const relation = distinct.length >= MIN_RELATED ? relationOf(distinct) : null;
  if (relation) return relation;
  const length = sumOf(distinct, (pair) => (pair.recorded?.length ?? 0) + (pair.replayed?.length ?? 0));
  const canList = distinct.length <= MAX_PAIRS && length <= MAX_PAIRS_LENGTH && distinct.every(canBeListed);
  return canList ? { is: 'pairs', pairs: distinct } : null;
}

const canBeListed = ({ recorded, replayed }: ChangedPair): boolean =>
  [recorded, replayed].every((value) => isWhole(value) && !maySeal(value ?? ''));

function relationOf(pairs: readonly ChangedPair[]): Exclude<Change, { is: 'any' | 'pairs' }> | null {
  const holds = (change: Change) => pairs.every((pair) => coversPair(change, pair));
  for (const change of relationsOf(pairs)) if (holds(change)) return change;
  return null;
}

/** Relations that the first or largest pair suggests. */
function* relationsOf(pairs: readonly ChangedPair[]): Generator<Exclude<Change, { is: 'any' | 'pairs' }>> {
  yield { is: 'removed' };
  const whole = pairs.flatMap(({ recorded, replayed }) =>
    recorded === null || replayed === null ? [] : [{ recorded, replayed }],
  );
  const [first] = whole;
  if (first === undefined || whole.length < pairs.length) return;
  if (isRetyped(first.recorded, first.replayed)) yield { is: 'retyped' };
  const replaced = replacedText(first.recorded, first.replayed);
  if (replaced !== null && !maySeal(replaced.removed) && !maySeal(replaced.added)) yield { is: 'text', ...replaced };
  const by = addedNumber(first.recorded, first.replayed);
  if (by === null) return;
  yield { is: 'sum', by };
  const largest = whole.reduce((one, other) => (sizeOf(other) > sizeOf(one) ? other : one));
  const exact = Number(largest.replayed) / Number(largest.recorded);
  if (!Number.isFinite(exact) || exact === 0) return;
  const decimals = Math.max(...whole.map(({ replayed }) => decimalsOf(replayed)));
  for (let digits = 2; digits <= MAX_FACTOR_DIGITS; digits++) {
    const factor = Number(exact.toPrecision(digits));
    if (isOnlyFactor(factor, digits, whole, decimals)) yield { is: 'factor', by: factor, decimals };
  }
}

/** Whether the next larger and smaller factors with as many digits do not fit: rounded values may have many. */
function isOnlyFactor(by: number, digits: number, pairs: readonly WholePair[], decimals: number): boolean {
  const step = 10 ** (Math.floor(Math.log10(Math.abs(by))) - digits + 1);
  const fits = (other: number) => pairs.every((pair) => coversPair({ is: 'factor', by: other, decimals }, pair));
  return !fits(by + step) && !fits(by - step);
}

interface WholePair {
  recorded: string;
  replayed: string;
}

const sizeOf = ({ recorded }: WholePair): number => Math.abs(Number(recorded));
