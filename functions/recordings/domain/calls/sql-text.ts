import { PostgreSQL, SQLDialect } from '@codemirror/lang-sql';
import { sha256Hex } from '../../../platform/values/sha256.ts';

/** A statement without its literals, and the literals in their order, as they are written. */
export interface SqlText {
  /** At most 8,192 characters. */
  text: string;
  literals: readonly string[];
}

/** Maximum characters of a normalised statement. @internal */
export const MAX_SQL_TEXT = 8192;
/** Maximum characters of a statement that are tokenised; the rest counts as one literal. */
const MAX_TOKENISED = 32_768;

/** MySQL and MariaDB by default settings. */
const MYSQL = SQLDialect.define({
  backslashEscapes: true,
  doubleQuotedStrings: true,
  hashComments: true,
  spaceAfterDashes: true,
  charSetCasts: true,
  identifierQuotes: '`',
});
/** Signs of them: backticks, or a backslash before a quote, which PostgreSQL has in its escape strings only. */
const MYSQL_SIGN = /`|\\['"]/;
const ESCAPE_STRING = /\bE'/i;

/**
 * Normalises a statement: comments removed (those of sqlcommenter too), literals and placeholders as `?`, lists of them
 * as one, white space folded, and lower case outside quoted names. Reads PostgreSQL, MySQL and what both have in
 * common.
 */
export function sqlText(sql: string): SqlText {
  const head = sql.length > MAX_TOKENISED ? sql.slice(0, MAX_TOKENISED) : sql;
  const parts: string[] = [];
  const literals: string[] = [];
  let before: Token | null = null;
  for (const token of tokensOf(head)) {
    const isLiteral = LITERALS.has(token.name);
    const isNext = before?.to === token.from;
    if (isLiteral && isNext && before?.text === '$') {
      // A numbered placeholder is a `$` and a number.
      parts[parts.length - 1] = '?';
      before = { ...token, text: '?' };
      continue;
    }
    if (token.name === 'String' && isNext && before?.name === 'String') {
      // A doubled quote in a string ends one token and begins the next.
      literals.push(`${literals.pop()}${token.text}`);
      before = { ...token, text: '?' };
      continue;
    }
    if (isLiteral) literals.push(token.text);
    const text = isLiteral ? '?' : token.name === 'QuotedIdentifier' ? token.text : token.text.toLowerCase();
    parts.push(separator(before, text), text);
    before = { ...token, text };
  }
  if (head !== sql) literals.push(sha256Hex(sql.slice(MAX_TOKENISED)));
  return { text: listsFolded(parts.join('').replace(/[\s;]+$/, '')).slice(0, MAX_SQL_TEXT), literals };
}

interface Token {
  name: string;
  text: string;
  from: number;
  to: number;
}

const COMMENTS: ReadonlySet<string> = new Set(['LineComment', 'BlockComment']);
const LITERALS: ReadonlySet<string> = new Set(['Number', 'String', 'Bits', 'Bytes']);

function* tokensOf(sql: string): Generator<Token> {
  const dialect = MYSQL_SIGN.test(sql) && !ESCAPE_STRING.test(sql) ? MYSQL : PostgreSQL;
  const cursor = dialect.language.parser.parse(sql).cursor();
  do {
    const { name, from, to } = cursor;
    if (cursor.firstChild()) {
      cursor.parent();
      continue;
    }
    const text = sql.slice(from, to);
    if (!COMMENTS.has(name) && text.trim() !== '') yield { name, text, from, to };
  } while (cursor.next());
}

/** Words that stand apart from a bracket; any other word before one is a function or a table. */
const APART =
  /^(?:in|values|and|or|not|on|where|from|join|exists|any|some|all|over|as|select|using|by|when|then|else|having|union|except|intersect|set|limit|returning|with|is|like|between)$/;

/** White space as it is usually written, whatever the statement has. */
function separator(before: Token | null, text: string): string {
  if (before === null || /^[,);.:]$/.test(text) || /^[(.:$@]$/.test(before.text)) return '';
  if (text === '(' && /^["`\w]/.test(before.text) && !APART.test(before.text)) return '';
  return ' ';
}

/** Lists of placeholders differ in length from run to run: of `in (…)`, and of rows to insert. */
const listsFolded = (text: string): string =>
  text.replaceAll(/\(\?(?:, \?)+\)/g, '(?)').replaceAll(/\(\?\)(?:, \(\?\))+/g, '(?)');
