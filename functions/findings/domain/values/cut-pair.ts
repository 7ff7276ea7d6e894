/** Maximum characters that are kept of a value. @internal */
export const MAX_VALUE_LENGTH = 200;
/** Characters kept before the place where two values part. */
const BEFORE = 60;

interface Pair {
  recorded: string | null;
  replayed: string | null;
}

/** Cuts two long values to the place where they part; `…` stands for what is left out. */
export function cutPair({ recorded, replayed }: Pair): Pair {
  const from = Math.max(0, partingOf(recorded ?? '', replayed ?? '') - BEFORE);
  return { recorded: recorded && cutFrom(recorded, from), replayed: replayed && cutFrom(replayed, from) };
}

/** Where two values part; 0 if one of them is missing or both fit whole. */
function partingOf(one: string, other: string): number {
  if (one === '' || other === '' || Math.max(one.length, other.length) <= MAX_VALUE_LENGTH) return 0;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

function cutFrom(text: string, from: number): string {
  const part = text.slice(from, from + MAX_VALUE_LENGTH).toWellFormed();
  return `${from > 0 ? '…' : ''}${part}${from + MAX_VALUE_LENGTH < text.length ? '…' : ''}`;
}
