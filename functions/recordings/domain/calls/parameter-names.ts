/** Longer statements are read up to here. */
const MAX_LENGTH = 64 * 1024;
/**
 * A string, a comment, a quoted name, a placeholder, a bracket or a comma; white space and everything else in between.
 */
const PIECE =
  /'(?:[^'\\]|''|\\.)*'|--[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"]|"")*"|`[^`]*`|\$(\d{1,5})(?!\w)|@p(\d{1,5})\b|\?(?!\?)|%s|[(),]/gi;
/** The columns of an INSERT, and where its values begin. */
const INSERT =
  /\b(?:insert|replace)\s+(?:\w+\s+)?into\s+[^()']{1,300}\(([^()']{1,8000})\)\s*(?:overriding\s+\w+\s+value\s*)?values\s*$/i;
/** What compares or sets a column directly before a value, which functions may be around. */
const COMPARED = /([\w$]{1,128})["`\]]?\s*(?:=|<>|!=|\bi?like\b|\b(?:not\s+)?in\s*\()\s*(?:[a-z_]\w*\s*\(\s*){0,4}$/i;
/** Characters before a value that are searched for the column. */
const MAX_BEFORE = 300;

/**
 * The columns that the parameters of a statement are written to or compared with, by their index: `$2` and `@p2` are
 * the second, `?` and `%s` count. Parameters without a column are left out.
 */
export function parameterNames(sql: string): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  const text = sql.slice(0, MAX_LENGTH);
  let counted = 0;
  let depth = 0;
  /** The columns of an INSERT, and the bracket depth of its values. */
  let values: { columns: readonly string[]; depth: number } | null = null;
  let column = 0;
  let listed: { name: string; depth: number } | null = null;
  for (const found of text.matchAll(PIECE)) {
    const [piece, numbered, ofServer] = found;
    if (piece === '(') {
      const columns: string[] | null = values === null ? insertedColumns(text.slice(0, found.index)) : null;
      if (columns !== null) values = { columns, depth };
      depth++;
      if (values !== null && depth === values.depth + 1) column = 0;
    } else if (piece === ')') {
      depth--;
      if (listed !== null && depth < listed.depth) listed = null;
    } else if (piece === ',') {
      if (values !== null && depth === values.depth + 1) column++;
    } else if (piece === '?' || piece === '%s' || numbered !== undefined || ofServer !== undefined) {
      const index = numbered === undefined && ofServer === undefined ? counted++ : Number(numbered ?? ofServer) - 1;
      const before = text.slice(Math.max(0, found.index - MAX_BEFORE), found.index);
      const compared = COMPARED.exec(before)?.[1];
      if (compared !== undefined && /\bin\s*\(\s*$/i.test(before)) listed = { name: compared, depth };
      const inserted = values !== null && depth > values.depth ? values.columns[column] : undefined;
      const name = compared ?? inserted ?? listed?.name;
      if (name !== undefined && !names.has(index)) names.set(index, name);
    }
  }
  return names;
}

function insertedColumns(before: string): string[] | null {
  if (!/values\s*$/i.test(before.slice(-20))) return null;
  const columns = INSERT.exec(before.slice(-9000))?.[1];
  return columns?.split(',').map((column) => column.replaceAll(/[^\w$]/g, '')) ?? null;
}
