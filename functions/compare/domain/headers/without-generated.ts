import { isSealed } from '../../../platform/values/sealed-text.ts';
import { isRandomText } from '../../../recordings/domain/masks/random-text.ts';
import { randomIdForm } from '../generated/random-id.ts';

/** What separates the parts of URLs and lists of links. */
const DELIMITERS = /([/?#&=;,<>"\s]+)/;
const TIME = /^1\d{9}(?:\d{3})?$|^20\d{6}T\d{6}Z$|^20\d\d-\d\d-\d\dT[\w:.%+-]+$/;

/**
 * The replayed value with the recorded parts in place of those that are made for each response: sealed credentials, and
 * in a query random texts and times, such as the `state` of a login, a signature and its expiry.
 */
export function withoutGenerated(recorded: string, replayed: string): string {
  const [parts, others] = [recorded.split(DELIMITERS), replayed.split(DELIMITERS)];
  if (parts.length !== others.length) return replayed;
  let isQuery = false;
  const left = others.map((other, at) => {
    const part = parts[at] ?? '';
    // A link of a list ends its query.
    if (at % 2 === 1) isQuery = /[?#]/.test(other) || (isQuery && !other.includes('>'));
    else if (part !== other && (areSealed(part, other) || (isQuery && areGenerated(part, other)))) return part;
    return other;
  });
  return left.join('');
}

const areSealed = (one: string, other: string): boolean => isSealed(one) && isSealed(other);

const areGenerated = (one: string, other: string): boolean =>
  (isRandomText(one) && isRandomText(other)) ||
  (TIME.test(one) && TIME.test(other)) ||
  randomIdForm(one, other, 'id') !== null;
