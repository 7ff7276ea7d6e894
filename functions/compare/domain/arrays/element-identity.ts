import { scanJson } from '../../../platform/json/scan-json.ts';
import { stringOf, textOf, typeOf } from '../../../platform/json/tape.ts';
import type { JsonContext, Side } from '../json-context.ts';
import { identityHash, memberFinder, memberIdentity } from './identity.ts';

/**
 * Makes the function that tells an element of one side by its member of one name: a number that equal identities share,
 * -1 where it has none. A recorded identity that is known to stand for a replayed one counts as that one.
 */
export function elementIdentity(
  { a, b, rules: { memory }, recordedAlias }: JsonContext,
  side: Side,
  name: string,
): (element: number) => number {
  if (side === 'b' || recordedAlias === undefined) return memberIdentity(side === 'a' ? a : b, name, memory);
  const find = memberFinder(a, name, memory);
  return (element) => {
    const node = find(element);
    const type = node < 0 ? null : typeOf(a, node);
    if (type !== 'string' && type !== 'number') return -1;
    const alias = recordedAlias(type === 'string' ? stringOf(a, node) : textOf(a, node));
    const text = alias === undefined ? null : scanJson(Buffer.from(type === 'string' ? JSON.stringify(alias) : alias));
    return text === null ? identityHash(a, node, memory) : identityHash(text, 0, memory);
  };
}
