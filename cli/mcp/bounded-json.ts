/**
 * Maximum characters of an answer: about 6,000 tokens of a language model. Stated in docs/mcp.md too.
 * @internal
 */
export const MAX_ANSWER_LENGTH = 24_000;

/** How much of a value is written: elements of a list, members of an object, characters of a text. */
interface Limit {
  items: number;
  characters: number;
}

/** The first limit that fits is taken. */
const LIMITS: readonly Limit[] = [
  { items: Number.POSITIVE_INFINITY, characters: Number.POSITIVE_INFINITY },
  { items: 200, characters: 4_000 },
  { items: 50, characters: 2_000 },
  { items: 20, characters: 500 },
  { items: 10, characters: 200 },
  { items: 4, characters: 100 },
];

const TOO_LARGE = JSON.stringify({ left_out: 'The response is too large. Ask for one request, or for fewer entries.' });

/** Writes a value as JSON of at most `max` characters; what is cut says how much is left out. */
export function boundedJson(value: unknown, max: number = MAX_ANSWER_LENGTH): string {
  for (const limit of LIMITS) {
    const text = JSON.stringify(cut(value, limit));
    if (text.length <= max) return text;
  }
  return TOO_LARGE;
}

function cut(value: unknown, limit: Limit): unknown {
  if (typeof value === 'string') return cutText(value, limit.characters);
  if (Array.isArray(value)) {
    const items: unknown[] = value.slice(0, limit.items).map((one) => cut(one, limit));
    return value.length > limit.items ? [...items, `… ${value.length - limit.items} more`] : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value);
  const left = members.length - limit.items;
  return Object.fromEntries([
    ...members.slice(0, limit.items).map(([name, member]) => [name, cut(member, limit)]),
    ...(left > 0 ? [['left_out', `${left} more members`]] : []),
  ]);
}

const cutText = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max)}… ${text.length - max} more characters` : text;
