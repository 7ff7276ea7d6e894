import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto';
import { isSealed, maySeal, SEALED } from '../../../platform/values/sealed-text.ts';
import { type Likeness, likenessOf } from './likeness.ts';

/** A data key of a tenant: 32 bytes in base64url. Numbers ascend with each rotation, from 1. */
export interface DataKey {
  number: number;
  key: string;
}

/** Whose the data keys are; those of a file have no tenant. */
interface KeyOwner {
  tenant?: string;
  /** Whether every case that these keys have sealed has a code (case-seal.ts). */
  requiresCodes?: boolean;
}

/**
 * The data keys of a tenant as one text, which jobs of other threads take: `2:<key>,1:<key>`, the sealing one first,
 * `@` with the tenant in base64url, and another `@` where cases need a code.
 */
export const keyText = (keys: readonly DataKey[], { tenant = '', requiresCodes = false }: KeyOwner = {}): string =>
  [
    keys.map(({ number, key }) => `${number}:${key}`).join(),
    Buffer.from(tenant).toString('base64url'),
    ...(requiresCodes ? [''] : []),
  ].join('@');

/**
 * What is sealed, which says how it is written again: `t` a text, encoded for its place; `r` text as it stood there;
 * `j` a JSON value together with the quotes around its placeholder; `b` bytes; `q` a text that looked like a
 * placeholder.
 */
export type SealedKind = 't' | 'r' | 'j' | 'b' | 'q';

/** A sealed value that was opened. */
interface Opened {
  kind: SealedKind;
  bytes: Buffer;
}

/** Seals and opens under the data keys of a tenant. */
export interface Sealer {
  /** The keys, for a job. */
  readonly keys: string;
  /** Whether a sealed case without a code is foreign to the service. */
  readonly requiresCodes: boolean;
  /** The placeholder of a value: equal values of a kind have equal placeholders. */
  seal(kind: SealedKind, value: string | Uint8Array): string;
  /** Null for a placeholder that does not authenticate under any key. */
  open(placeholder: string): Opened | null;
  /** A code that only holders of the keys make: it authenticates the tenant and a text. */
  mark(text: string): string;
  /** Whether `mark` made this code of this text, under any key. */
  isMark(code: string, text: string): boolean;
  /** Seals again, under the sealing key, what older keys have sealed in a text. */
  renew(text: string): string;
}

const NUMBER_BYTES = 2;
/** The kind of a likeness and its keyed hash; zeros where there is none. */
const LIKENESS_BYTES = 6;
const HEAD_BYTES = NUMBER_BYTES + LIKENESS_BYTES;
const KINDS: Readonly<Record<Likeness['kind'], number>> = { JWT: 1, id: 2 };
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const PREFIX = 'sealed.v1.';

/** Maximum values that are remembered of each direction, and characters of one. */
const MAX_KNOWN = 1000;
const MAX_KNOWN_LENGTH = 2048;

/** Maximum number of a data key. */
export const MAX_KEY_NUMBER = 0xffff;

/**
 * Makes the sealer of data keys: AES-256-GCM with a nonce that follows from the value (HMAC-SHA-256 under a second key,
 * as in RFC 5297), so that no nonce is ever used for two values. Throws if the text holds no keys.
 */
export function sealerOf(keys: string): Sealer {
  const [ring = '', tenant = '', codes] = keys.split('@');
  const all = ring.split(',').map(keysOf);
  const byNumber = new Map(all.map((one) => [one.number, one]));
  const [sealing] = all;
  if (sealing === undefined) throw new Error('there is no data key');

  const lately = latelyUsed<string>();
  const latelyOpened = latelyUsed<Opened>();

  const seal: Sealer['seal'] = (kind, value) => {
    // Whole bodies and calls rarely repeat.
    if (kind === 'b') return placeholderOf(sealing, kind, value);
    const text = typeof value === 'string' ? value : Buffer.from(value).toString('latin1');
    // Of bytes and of a text, the same characters are different values.
    const known = `${kind}${typeof value === 'string' ? 's' : 'b'}${text}`;
    const remembered = lately.get(known);
    if (remembered !== undefined) return remembered;
    const placeholder = placeholderOf(sealing, kind, value);
    if (text.length <= MAX_KNOWN_LENGTH) lately.add(known, placeholder);
    return placeholder;
  };

  const open: Sealer['open'] = (placeholder) => {
    const remembered = latelyOpened.get(placeholder);
    if (remembered !== undefined) return remembered;
    const found = openedNow(placeholder);
    if (found !== null && placeholder.length <= MAX_KNOWN_LENGTH) latelyOpened.add(placeholder, found);
    return found;
  };

  const openedNow = (placeholder: string): Opened | null => {
    const encoded = placeholder.slice(PREFIX.length, -1);
    const bytes = Buffer.from(encoded, 'base64url');
    const number = bytes.byteLength > HEAD_BYTES + NONCE_BYTES + TAG_BYTES ? bytes.readUInt16BE(0) : 0;
    const key = byNumber.get(number);
    // Stray bits would make two placeholders of one value.
    if (key === undefined || bytes.toString('base64url') !== encoded) return null;
    return opened(key, bytes);
  };

  const renewed = (placeholder: string): string => {
    const older = numberOf(placeholder) === sealing.number ? null : open(placeholder);
    if (older === null) return placeholder;
    const { kind, bytes } = older;
    const inner = bytes.toString('latin1');
    return seal(kind, kind === 'q' || !maySeal(inner) ? bytes : Buffer.from(renew(inner), 'latin1'));
  };
  const renew: Sealer['renew'] = (text) =>
    all.length === 1 || !maySeal(text) ? text : text.replaceAll(SEALED, renewed);

  const markOf = ({ number, cases }: DerivedKeys, text: string) =>
    `${number}.${createHmac('sha256', cases).update(`${tenant}\n`).update(text).digest('base64url')}`;
  const mark: Sealer['mark'] = (text) => markOf(sealing, text);
  const isMark: Sealer['isMark'] = (code, text) => {
    const key = byNumber.get(Number(code.split('.')[0]));
    const expected = key && Buffer.from(markOf(key, text));
    const given = Buffer.from(code);
    return expected?.byteLength === given.byteLength && timingSafeEqual(expected, given);
  };

  return { keys, requiresCodes: codes !== undefined, seal, open, mark, isMark, renew };
}

/** What was sealed or opened lately: the credentials of a session repeat in each of its requests. */
function latelyUsed<Value>() {
  const known = new Map<string, Value>();
  return {
    get: (name: string) => known.get(name),
    add(name: string, value: Value): void {
      known.set(name, value);
      const [oldest] = known.size > MAX_KNOWN ? known.keys() : [];
      if (oldest !== undefined) known.delete(oldest);
    },
  };
}

/** Seals a value under a key. */
function placeholderOf(key: DerivedKeys, kind: SealedKind, value: string | Uint8Array): string {
  const plain = Buffer.concat([Buffer.from(kind), typeof value === 'string' ? Buffer.from(value) : value]);
  const nonce = createHmac('sha256', key.nonces).update(plain).digest().subarray(0, NONCE_BYTES);
  const head = headOf(key, kind === 't' ? likenessOf(plain.toString('utf8', 1)) : null);
  const cipher = createCipheriv('aes-256-gcm', key.values, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(head);
  const sealed = Buffer.concat([head, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return `${PREFIX}${sealed.toString('base64url')}.`;
}

/** Opens the bytes of a placeholder; null if they do not authenticate under this key. */
function opened({ values }: DerivedKeys, bytes: Buffer): Opened | null {
  const nonce = bytes.subarray(HEAD_BYTES, HEAD_BYTES + NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', values, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(bytes.subarray(0, HEAD_BYTES)).setAuthTag(bytes.subarray(-TAG_BYTES));
  const plain = decipher.update(bytes.subarray(HEAD_BYTES + NONCE_BYTES, -TAG_BYTES));
  try {
    decipher.final();
  } catch {
    return null;
  }
  const kind = kindOf(plain.toString('latin1', 0, 1));
  return kind === null ? null : { kind, bytes: plain.subarray(1) };
}

/** The number of the key that sealed a placeholder. */
const numberOf = (placeholder: string): number =>
  Buffer.from(placeholder.slice(PREFIX.length, PREFIX.length + 4), 'base64url').readUInt16BE(0);

function headOf({ number, nonces }: DerivedKeys, likeness: Likeness | null): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt16BE(number);
  if (likeness === null) return head;
  head.writeUInt8(KINDS[likeness.kind], NUMBER_BYTES);
  createHmac('sha256', nonces)
    .update(`like ${likeness.text}`)
    .digest()
    .copy(head, NUMBER_BYTES + 1, 0, LIKENESS_BYTES - 1);
  return head;
}

/** The kind of two different sealed values that differ only by chance: new tokens and random ids; else null. */
export function sealedAlike(a: string, b: string): Likeness['kind'] | null {
  const [first, second] = [a, b].map((text) =>
    isSealed(text)
      ? Buffer.from(text.slice(text.indexOf(PREFIX) + PREFIX.length, -1), 'base64url').subarray(0, HEAD_BYTES)
      : null,
  );
  if (!first || !second || !first.equals(second)) return null;
  return first[NUMBER_BYTES] === KINDS.JWT ? 'JWT' : first[NUMBER_BYTES] === KINDS.id ? 'id' : null;
}

const kindOf = (text: string): SealedKind | null =>
  text === 't' || text === 'r' || text === 'j' || text === 'b' || text === 'q' ? text : null;

interface DerivedKeys {
  number: number;
  values: KeyObject;
  nonces: KeyObject;
  cases: KeyObject;
}

function keysOf(text: string): DerivedKeys {
  const [number = '', key = ''] = text.split(':');
  const bytes = Buffer.from(key, 'base64url');
  if (!/^[1-9]\d{0,4}$/.test(number) || Number(number) > MAX_KEY_NUMBER || bytes.byteLength !== KEY_BYTES)
    throw new Error('a data key is invalid');
  const derived = (purpose: string) =>
    createSecretKey(new Uint8Array(hkdfSync('sha256', bytes, '', `recordings ${purpose}`, KEY_BYTES)));
  return { number: Number(number), values: derived('values'), nonces: derived('nonces'), cases: derived('cases') };
}
