/**
 * Redacts lines of JSON (NDJSON, JSON text sequences) as the list of them, which comparisons read them as; all other
 * bytes stay. Null if a line is not JSON. `redact` redacts a JSON text and writes nothing on further lines.
 */
export function redactLines(text: string, redact: (list: string) => string | null): string | null {
  const lines = text.split('\n');
  const filled = lines.filter((line) => !isBlank(line));
  if (filled.length === 0) return null;
  const redacted = redact(`[${filled.map(contentOf).join(',\n')}]`);
  if (redacted === null) return null;
  const contents = redacted.slice(1, -1).split('\n').values();
  return lines
    .map((line) => {
      if (isBlank(line)) return line;
      const content = contents.next().value ?? '';
      return line.slice(0, line.length - contentOf(line).length) + content.replace(/,$/, '');
    })
    .join('\n');
}

const isBlank = (line: string): boolean => contentOf(line).trim() === '';

/** Begins a record (RFC 7464). */
const SEPARATOR = '\u001e';

const contentOf = (line: string): string => (line.startsWith(SEPARATOR) ? line.slice(1) : line);

/** The first lines of a text that are not blank, as they would be read. */
export const firstLines = (text: string, max: number): string[] =>
  text
    .split('\n', 4 * max)
    .filter((line) => !isBlank(line))
    .slice(0, max)
    .map(contentOf);
