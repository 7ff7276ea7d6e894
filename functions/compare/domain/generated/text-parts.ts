/** One part in which two texts differ. */
export interface TextPart {
  recorded: string;
  replayed: string;
  /** What stands before it: a parameter, an attribute, or the name of an HTML field; empty if nothing does. */
  name: string;
}

/** What separates the parts of paths, queries, statements, HTML and keys; a time has colons of its own. */
const DELIMITERS = [/([/?&=,;|\s(){}'"<>]+)/, /([/?&=,;|\s(){}'"<>:]+)/];
/**
 * Dates with a time of day as people write them, which have the delimiters of texts in them. PHP escapes the slashes of
 * JSON.
 */
const WRITTEN_TIME =
  /((?:\d{4}(?:\\?\/|[.-])\d{1,2}(?:\\?\/|[.-])\d{1,2}|\d{1,2}(?:\\?\/|[.-])\d{1,2}(?:\\?\/|[.-])\d{4}|[A-Z][a-z]{2,8}\.? \d{1,2},? \d{4}|\d{1,2} [A-Z][a-z]{2,8} \d{4})(?:,? (?:at )?|T)(?:\d{1,2}:\d\d(?::\d\d)?(?: ?[AaPp]\.?[Mm]\.?)?|\d{1,2} [ap]\.m\.|noon|midnight))/;
const MAX_PARTS = 100;

/** The parts in which two texts differ, for each way to split them; none if they have other parts, or only one. */
export function* differingParts(recorded: string, replayed: string): Generator<TextPart[]> {
  const times = differingTimes(recorded, replayed);
  if (times.length > 0) yield times;
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

/** The written times in two texts that differ in nothing else; none otherwise. */
function differingTimes(recorded: string, replayed: string): TextPart[] {
  const [parts, others] = [recorded.split(WRITTEN_TIME), replayed.split(WRITTEN_TIME)];
  if (parts.length !== others.length || parts.length > MAX_PARTS) return [];
  const differing = parts.flatMap((part, index) => (part === others[index] ? [] : [index]));
  if (differing.some((index) => index % 2 === 0)) return [];
  return differing.map((index) => unescaped(parts[index] ?? '', others[index] ?? ''));
}

/** Two times, without the backslashes before slashes that both have. */
function unescaped(recorded: string, replayed: string): TextPart {
  const areEscaped = recorded.includes('\\/') && replayed.includes('\\/');
  const plain = (time: string) => (areEscaped ? time.replaceAll('\\/', '/') : time);
  return { recorded: plain(recorded), replayed: plain(replayed), name: '' };
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
