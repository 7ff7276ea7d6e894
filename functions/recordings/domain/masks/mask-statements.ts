import { SEALED } from '../../../platform/values/sealed-text.ts';
import { isCredentialName } from './credential-names.ts';
import { isMasked, type Mask } from './mask.ts';

/** White space, also as JSON writes it. */
const S = String.raw`(?:\s|\\{1,15}[nrt])`;
/** A string of SQL. */
const LITERAL = String.raw`'(?:[^'\\]|''|\\[^n]|\\n)*'`;
/** What calls a function around a string, and the letter before a string of another kind. */
const CALL = `(?:[a-z_]\\w{0,63}${S}{0,8}\\(${S}{0,8}){0,4}[enbx]?`;
/** A column in quotes of any kind, what compares it, and a string. */
const COMPARED = new RegExp(
  `(?<![\\w$])([\\w$]{1,128})[\`"\\]\\\\]{0,16}(${S}{0,8}(?:=|<>|!=|\\bi?like\\b|\\bin\\b${S}{0,8}\\()${S}{0,8}${CALL})(${LITERAL})`,
  'gi',
);
/** The password of an account. */
const ACCOUNT = new RegExp(
  `(\\b(?:identified${S}{1,8}(?:with${S}{1,8}[^\\s']{1,64}${S}{1,8})?(?:by|as)|password(?:${S}{1,8}for${S}[^=]{1,200}=|${S}{1,8}to)?)${S}{0,8}${CALL})(${LITERAL})`,
  'gi',
);
/** A string after what may stand before one in a statement. */
const QUOTED = /(?:[=>(]|like|by|as|to|password)(?:\s|\\{1,15}[nrt]){0,8}[enbx]?'/i;
const INSERT = new RegExp(
  `\\b(?:insert|replace)${S}{1,8}(?:ignore${S}{1,8})?into${S}{1,8}[^()']{1,300}\\(([^()']{1,8000})\\)${S}{0,8}values?${S}{0,8}(?=\\()`,
  'gi',
);
/** What may stand in a list of values, one piece after the other. */
const PIECE = new RegExp(`${LITERAL}|${SEALED.source}|[(),]|[a-z_]\\w*|-?\\d[\\d.]*|[^'(),]`, 'giy');

/**
 * Masks the strings that statements of SQL put into columns, or compare with columns, whose names mean credentials, and
 * passwords of accounts.
 */
export function maskStatements(text: string, mask: Mask): string {
  if (!text.includes("'")) return text;
  const masked = (name: string, literal: string) => {
    const inner = literal.slice(1, -1);
    return inner === '' || isMasked(inner) ? literal : `'${mask(name, inner, 'pair')}'`;
  };
  const inserted = /\binto\b/i.test(text) ? maskInserts(text, mask) : text;
  // Most apostrophes are none of a statement.
  if (!QUOTED.test(inserted)) return inserted;
  return inserted
    .replaceAll(COMPARED, (whole, name: string, compared: string, literal: string) => {
      if (!isCredentialName(name)) return whole;
      return `${whole.slice(0, whole.length - compared.length - literal.length)}${compared}${masked(name, literal)}`;
    })
    .replaceAll(ACCOUNT, (_, account: string, literal: string) => account + masked('password', literal));
}

function maskInserts(text: string, mask: Mask): string {
  const parts: string[] = [];
  let kept = 0;
  for (const found of text.matchAll(INSERT)) {
    const names = (found[1] ?? '').split(',').map((column) => column.replaceAll(/[^\w$]/g, ''));
    if (found.index < kept || !names.some(isCredentialName)) continue;
    const start = found.index + found[0].length;
    const { values, end } = maskedValues(text, start, names, mask);
    parts.push(text.slice(kept, start), values);
    kept = end;
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(kept);
}

/** The lists of values from `start` on, until anything but another list follows. */
function maskedValues(text: string, start: number, names: readonly string[], mask: Mask) {
  const parts: string[] = [];
  let end = start;
  let depth = 0;
  let column = 0;
  for (PIECE.lastIndex = start; ; ) {
    const [piece] = PIECE.exec(text) ?? [];
    if (piece === undefined) break;
    if (piece === '(') depth++;
    else if (piece === ')') depth--;
    else if (depth === 0 && !/[\s,\\nrt]/.test(piece)) break;
    if (piece === '(' && depth === 1) column = 0;
    else if (piece === ',' && depth === 1) column++;
    end = PIECE.lastIndex;
    const name = names[column] ?? '';
    parts.push(depth > 0 && isCredentialName(name) ? maskedPiece(name, piece, mask) : piece);
  }
  return { values: parts.join(''), end };
}

/** A string or a number of a column that holds credentials. */
function maskedPiece(name: string, piece: string, mask: Mask): string {
  const inner = piece.startsWith("'") ? piece.slice(1, -1) : piece;
  if (!/^['\d-]/.test(piece) || !/\w/.test(inner) || isMasked(inner)) return piece;
  return piece.startsWith("'") ? `'${mask(name, inner, 'pair')}'` : mask(name, inner, 'pair');
}
