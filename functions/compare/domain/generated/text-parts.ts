/** One part in which two texts differ. */
export interface TextPart {
  recorded: string;
  replayed: string;
  /** What stands before it: a parameter, an attribute, or the name of an HTML field; empty if nothing does. */
  name: string;
}

/** What separates the parts of paths, queries, statements, HTML and keys; a time has colons of its own. */
const DELIMITERS = [/([/?&=,;|\s(){}'"<>]+)/, /([/?&=,;|\s(){}'"<>:]+)/];
const MAX_PARTS = 100;

/** The parts in which two texts differ, for each way to split them; none if they have other parts, or only one. */
export function* differingParts(recorded: string, replayed: string): Generator<TextPart[]> {
  for (const delimiter of DELIMITERS) {
    const [parts, others] = [recorded.split(delimiter), replayed.split(delimiter)];
    if (parts.length !== others.length || parts.length === 1) continue;
    const differing = parts.flatMap((part, index) => (part === others[index] ? [] : [index]));
    if (differing.length > MAX_PARTS || differing.some((index) => index % 2 === 1)) continue;
    yield differing.map((index) => ({
      recorded: parts[index] ?? '',
      replayed: others[index] ?? '',
      name: nameBefore(parts, index),
    }));
  }
}

/** `token=…`, `nonce="…"`; of `<input name="csrf" value="…">` the name of the field. */
function nameBefore(parts: readonly string[], index: number): string {
  if (!parts[index - 1]?.startsWith('=')) return '';
  const name = parts[index - 2] ?? '';
  if (name !== 'value' && name !== 'content') return name;
  for (let at = index - 3; at > 0 && !parts[at]?.includes('<'); at -= 2)
    if (parts[at - 1] === 'name') return parts[at + 1] ?? '';
  return name;
}
