import { SEALED } from '../../../platform/values/sealed-text.ts';
import { isCredentialName } from './credential-names.ts';
import { isMasked, type Mask } from './mask.ts';

/** White space, also as JSON writes it. */
const S = String.raw`(?:\s|\\{1,15}[nrt])`;
/** A string of SQL. */
const LITERAL = String.raw`'(?:[^'\\]|''|\\[^n]|\\n)*'`;
/** A string of PostgreSQL without a tag. In JSON, a quote or a backslash in it would be one of the text around it. */
const DOLLARED = String.raw`\$\$[^$"\\]{1,1024}\$\$`;
/** A string of MySQL, whose quotes JSON escapes; those of a text of its own are as they are. */
const ESCAPED = String.raw`\\{1,15}"[^"\\]{1,1024}\\{1,15}"`;
const UNESCAPED = String.raw`"[^"\\\n]{1,1024}"`;
/** What calls a function around a string, and the letter before a string of another kind. */
const CALL = `(?:[a-z_]\\w{0,63}${S}{0,8}\\(${S}{0,8}){0,4}[enbx]?`;
/** A column in quotes of any kind. */
const COLUMN = '(?<![\\w$])([\\w$]{1,128})[`"\\]\\\\]{0,16}';
/** A column, what compares it, and a string. */
const COMPARED = new RegExp(
  `${COLUMN}(${S}{0,8}(?:=|<>|!=|\\bi?like\\b)${S}{0,8}${CALL})(${LITERAL}|${DOLLARED})`,
  'gi',
);
/** A column and the strings that it may be. */
const LISTED = new RegExp(
  `${COLUMN}(${S}{1,8}(?:not${S}{1,8})?in${S}{0,8}\\(${S}{0,8})(${LITERAL}(?:${S}{0,8},${S}{0,8}${LITERAL}){0,1000})`,
  'gi',
);
/** What LISTED needs, which most statements have not. */
const IN = new RegExp(`\\bin${S}{0,8}\\(${S}{0,8}'`, 'i');
const LITERALS = new RegExp(LITERAL, 'g');
/** The password of an account. Beside `password`, double quotes may be those of a member or an attribute. */
const accountWith = (double: string) => {
  const identified = `identified${S}{1,8}(?:with${S}{1,8}[^\\s']{1,64}${S}{1,8})?(?:by|as)`;
  const set = `password(?:${S}{1,8}for${S}[^=]{1,200}=|${S}{1,8}to)?`;
  const single = `(?:${identified}|${set})${S}{0,8}${CALL}(?=['$])|${identified}${S}{1,8}`;
  return new RegExp(`(\\b(?:${single}))(${LITERAL}|${DOLLARED}|${double})`, 'gi');
};
/** A string after what may stand before one in a statement. */
const QUOTED = /(?:[=>(]|like|by|as|to|password)(?:\s|\\{1,15}[nrt]){0,8}[enbx]?(?:'|\$\$)/i;
const INSERT = new RegExp(
  `\\b(?:insert|replace)${S}{1,8}(?:ignore${S}{1,8})?into${S}{1,8}[^()']{1,300}\\(([^()']{1,8000})\\)${S}{0,8}values?${S}{0,8}(?=\\()`,
  'gi',
);
/** What may stand in a list of values, one piece after the other; a numbered placeholder is not a number. */
const piecesWith = (double: string) =>
  new RegExp(
    `${LITERAL}|${DOLLARED}|${double}|${SEALED.source}|\\$\\d{1,5}|[(),]|[a-z_]\\w*|-?\\d[\\d.]*|[^'(),]`,
    'giy',
  );
/** For JSON, where a quote ends the text of the statement, and for statements as they are. */
const IN_JSON = { account: accountWith(ESCAPED), piece: piecesWith(ESCAPED) };
const IN_TEXT = { account: accountWith(UNESCAPED), piece: piecesWith(UNESCAPED) };
type Quoting = typeof IN_JSON;

/** A string with its quotes. */
const STRING = /^(\\{0,15}["']|\$\$)([\s\S]*)\1$/;

/**
 * Whether a text may hold a string of a statement. Most texts have no apostrophe, and no statement with other quotes.
 */
const mayHoldStrings = (text: string): boolean =>
  text.includes("'") ||
  text.includes('$$') ||
  ((text.includes('\\"') || !isJson(text)) && /\b(?:identified|values?)\b/i.test(text));

const isJson = (text: string): boolean => /^\s*["[{]/.test(text);

/**
 * Masks the strings that statements of SQL put into columns, or compare with columns, whose names mean credentials, and
 * passwords of accounts. `isNamed`: which names do.
 */
export function maskStatements(text: string, mask: Mask, isNamed = isCredentialName): string {
  if (!mayHoldStrings(text)) return text;
  const quoting = isJson(text) ? IN_JSON : IN_TEXT;
  const inserted = /\binto\b/i.test(text) ? maskInserts(text, quoting, { mask, isNamed }) : text;
  // Most apostrophes belong to no statement.
  const isQuoted = QUOTED.test(inserted);
  const compared = isQuoted ? maskCompared(inserted, { mask, isNamed }) : inserted;
  return isQuoted || /\bidentified\b/i.test(compared)
    ? compared.replaceAll(
        quoting.account,
        (_, account: string, string: string) => account + masked('password', string, mask),
      )
    : compared;
}

/** What masks the values of which names. */
interface Naming {
  mask: Mask;
  isNamed(name: string): boolean;
}

function maskCompared(text: string, { mask, isNamed }: Naming): string {
  const compared = text.replaceAll(COMPARED, (whole, name: string, start: string, string: string) =>
    isNamed(name) ? `${startOf(whole, start, string)}${start}${masked(name, string, mask)}` : whole,
  );
  if (!IN.test(compared)) return compared;
  return compared.replaceAll(LISTED, (whole, name: string, start: string, list: string) =>
    isNamed(name)
      ? `${startOf(whole, start, list)}${start}${list.replaceAll(LITERALS, (one) => masked(name, one, mask))}`
      : whole,
  );
}

/** The column with its quotes. */
const startOf = (whole: string, compared: string, value: string): string =>
  whole.slice(0, whole.length - compared.length - value.length);

/** A string with its quotes, whose inside is masked. */
function masked(name: string, string: string, mask: Mask): string {
  const [, quote = '', inner = ''] = STRING.exec(string) ?? [];
  return inner === '' || isMasked(inner) ? string : quote + mask(name, inner, 'pair') + quote;
}

function maskInserts(text: string, { piece }: Quoting, naming: Naming): string {
  const parts: string[] = [];
  let kept = 0;
  for (const found of text.matchAll(INSERT)) {
    const names = (found[1] ?? '').split(',').map((column) => column.replaceAll(/[^\w$]/g, ''));
    if (found.index < kept || !names.some(naming.isNamed)) continue;
    const start = found.index + found[0].length;
    const { values, end } = maskedValues(text, { start, names, piece }, naming);
    parts.push(text.slice(kept, start), values);
    kept = end;
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(kept);
}

/** The lists of values from `start` on, until anything but another list follows. */
function maskedValues(
  text: string,
  { start, names, piece: pattern }: { start: number; names: readonly string[]; piece: RegExp },
  { mask, isNamed }: Naming,
) {
  const parts: string[] = [];
  let end = start;
  let depth = 0;
  let column = 0;
  for (pattern.lastIndex = start; ; ) {
    const [piece] = pattern.exec(text) ?? [];
    if (piece === undefined) break;
    if (piece === '(') depth++;
    else if (piece === ')') depth--;
    else if (depth === 0 && !/[\s,\\nrt]/.test(piece)) break;
    if (piece === '(' && depth === 1) column = 0;
    else if (piece === ',' && depth === 1) column++;
    end = pattern.lastIndex;
    const name = names[column] ?? '';
    parts.push(depth > 0 && isNamed(name) ? maskedPiece(name, piece, mask) : piece);
  }
  return { values: parts.join(''), end };
}

/** A string or a number of a column that holds credentials. */
function maskedPiece(name: string, piece: string, mask: Mask): string {
  const string = masked(name, piece, mask);
  if (string !== piece) return string;
  return /^[\d-]/.test(piece) && /\d/.test(piece) ? mask(name, piece, 'pair') : piece;
}
