import { isSealed, maySeal, placeholdersIn } from '../../platform/values/sealed-text.ts';
import { randomId } from './generated/random-id.ts';
import { randomTokenForm } from './generated/random-token.ts';
import { saltedHash } from './generated/salted-hash.ts';

const JWT = /^eyJ[\w-]{5,}\.[\w-]{2,}\.[\w-]*$/;
const SIGNED = /^[\w.=-]{8,}:[0-9A-Za-z]{6}:[\w-]{27,86}$/;
const PEM = /^-----BEGIN /;

/** What a sealed value is by its form alone, without its length: a password has none. */
function sealedForm(text: string): string {
  if (JWT.test(text)) return 'token (JWT)';
  if (SIGNED.test(text)) return 'signed value';
  if (PEM.test(text)) return 'key (PEM)';
  const hash = saltedHash(text);
  if (hash !== null) return `hash (${hash.form})`;
  const id = randomId(text, '');
  if (id !== null) return `id (${id.form})`;
  return randomTokenForm(text) === null ? 'text' : 'random token or key';
}

/**
 * What two sides of a difference are that hold sealed values, and whether these are equal; undefined where neither
 * holds any. `open` returns null for a placeholder that it cannot open. The note has no value and no length.
 */
export function sealedNote(
  recorded: string | null,
  replayed: string | null,
  open: (placeholder: string) => string | null,
): string | undefined {
  if (!maySeal(recorded ?? '') && !maySeal(replayed ?? '')) return undefined;
  const [a, b] = [recorded, replayed].map((side) => (side === null ? null : wholeForm(side, open)));
  if (a === undefined || b === undefined || a === PARTS || b === PARTS) return ofParts(recorded ?? '', replayed ?? '');
  if (a === null || b === null) return `sealed ${a ?? b}`;
  if (a === CLEAR || b === CLEAR) return `${shown(a)} → ${shown(b)}: changed in form`;
  return `${shown(a)} → ${shown(b)}: ${a === b ? 'not equal' : 'changed in form'}`;
}

const CLEAR = 'not sealed';
const PARTS = 'with sealed parts';

const shown = (form: string): string => (form === CLEAR ? form : `sealed ${form}`);

/** The form of one side as a whole. */
function wholeForm(json: string, open: (placeholder: string) => string | null): string {
  if (!maySeal(json)) return CLEAR;
  const text = json.startsWith('"') && json.endsWith('"') ? json.slice(1, -1) : json;
  if (!isSealed(text)) return PARTS;
  const opened = open(text.startsWith('%') ? text.slice(1) : text);
  return opened === null ? 'value' : sealedForm(opened);
}

function ofParts(recorded: string, replayed: string): string {
  const [a, b] = [placeholdersIn(recorded), placeholdersIn(replayed)];
  const areEqual = a.length === b.length && a.every((one, index) => one === b[index]);
  return areEqual ? 'the sealed parts of both sides are equal' : 'the sealed parts of both sides are not equal';
}
