/** A text as the matcher reads it, one character at a time. */
export interface ReadText {
  readonly length: number;
  charCodeAt(index: number): number;
}

/**
 * Compiles a pattern in which `*` stands for any characters, also none; everything else stands for itself. Matching
 * reads each character of the text at most twice, whatever the pattern is: the parts between stars are searched by
 * Knuth, Morris and Pratt, and there is no backtracking.
 */
export function globMatcher(pattern: string): (text: ReadText) => boolean {
  const [prefix = '', ...rest] = pattern.split('*');
  const suffix = rest.pop();
  if (suffix === undefined) return (text) => text.length === pattern.length && holdsAt(text, 0, pattern);
  const parts = rest.filter((part) => part !== '').map((part) => ({ part, borders: bordersOf(part) }));
  return (text) => {
    const end = text.length - suffix.length;
    if (end < prefix.length || !holdsAt(text, 0, prefix) || !holdsAt(text, end, suffix)) return false;
    let at = prefix.length;
    for (const { part, borders } of parts) {
      at = endOfFirst(text, at, end, part, borders);
      if (at === -1) return false;
    }
    return true;
  };
}

function holdsAt(text: ReadText, start: number, part: string): boolean {
  for (let at = 0; at < part.length; at++) if (text.charCodeAt(start + at) !== part.charCodeAt(at)) return false;
  return true;
}

/** For each length of a prefix, the length of its longest proper prefix that is its suffix as well. */
function bordersOf(part: string): readonly number[] {
  const borders = [0, 0];
  for (let at = 1, matched = 0; at < part.length; at++) {
    while (matched > 0 && part.charCodeAt(at) !== part.charCodeAt(matched)) matched = borders[matched] ?? 0;
    if (part.charCodeAt(at) === part.charCodeAt(matched)) matched++;
    borders.push(matched);
  }
  return borders;
}

/** The position after the first occurrence of a part between two positions; -1 if there is none. */
function endOfFirst(text: ReadText, start: number, end: number, part: string, borders: readonly number[]): number {
  for (let at = start, matched = 0; at < end; at++) {
    const character = text.charCodeAt(at);
    while (matched > 0 && character !== part.charCodeAt(matched)) matched = borders[matched] ?? 0;
    if (character === part.charCodeAt(matched)) matched++;
    if (matched === part.length) return at + 1;
  }
  return -1;
}
