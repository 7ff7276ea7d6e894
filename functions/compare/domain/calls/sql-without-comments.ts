/** Quoted text, comments, and white space; what is quoted stays as it is. */
const PARTS = /'(?:[^'\\]|\\.|'')*'|"(?:[^"]|"")*"|`[^`]*`|\$(\w*)\$[\s\S]*?\$\1\$|\/\*[\s\S]*?\*\/|--[^\n]*|\s+/g;
const BLANK = /^(?:\/\*|--|\s)/;

/** Longer statements are compared as they are: an unclosed quote costs time by the square of their length. */
const MAX_LENGTH = 32_768;

/** A statement without comments, such as those that carry a trace, and with white space folded outside of quotes. */
export function sqlWithoutComments(sql: string): string {
  if (sql.length > MAX_LENGTH) return sql;
  const words: string[] = [''];
  let at = 0;
  const add = (text: string) => words.push((words.pop() ?? '') + text);
  for (const { 0: part, index } of sql.matchAll(PARTS)) {
    add(sql.slice(at, index));
    at = index + part.length;
    if (BLANK.test(part)) words.push('');
    else add(part);
  }
  add(sql.slice(at));
  return words.filter((word) => word !== '').join(' ');
}
