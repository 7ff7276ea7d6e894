import type { RecordedCall } from '../recorded-case.ts';
import type { Sealer } from './sealer.ts';

/** A credential that may stand in texts without a name of its own, and its placeholder. */
export type Secret = readonly [text: string, placeholder: string];

/** Replaces known credentials in texts that name them otherwise. */
export interface SecretSearch {
  /** A text in which `shown` of their placeholders stands for the credentials. */
  without(text: string, shown: (placeholder: string) => string): string;
  /** A JSON text in which placeholders stand for the credentials; it stays JSON. */
  sealedJson(json: string): string;
}

/** Credentials that were sealed, and so can be found. */
export interface FoundCredentials extends SecretSearch {
  /** Seals, and notes what it sealed. */
  seal: Sealer['seal'];
  /** What it sealed, as values of their own. */
  secrets(): Secret[];
}

/** Shorter credentials are not searched for in other texts, where they may be words. */
const MIN_SEARCHED = 8;
/** Maximum credentials of a case that are searched for in its other texts. */
const MAX_SEARCHED = 100;
/** Characters that no encoding changes, so that a text has the credential as it is. */
const SEARCHED = /^[\w.~-]+$/;
/** A credential that may also be a number of JSON, or a part of one. */
const NUMERIC = /^[\d.eE-]+$/;
/** A string of JSON. */
const STRING = /"(?:[^"\\]|\\.)*"/g;

/** Notes the credentials that a sealer seals. */
export function foundCredentials(sealer: Pick<Sealer, 'seal'>): FoundCredentials {
  const all = new Map<string, string>();
  return {
    seal: (kind, value) => {
      const placeholder = sealer.seal(kind, value);
      const text = kind === 't' ? Buffer.from(value).toString() : '';
      if (text.length >= MIN_SEARCHED && all.size < MAX_SEARCHED) all.set(text, placeholder);
      for (const [id, sealed] of sessionIds([[text, placeholder]], sealer)) all.set(id, sealed);
      return placeholder;
    },
    secrets: () => [...all],
    ...secretSearch(() => all),
  };
}

/** The value of a cookie that is signed, of which a store has the id alone: `s:<id>.<signature>`. */
const SIGNED_SESSION = /^s:([\w-]{16,128})\.[\w+/=-]{20,128}$/;

/** The ids in signed cookies, as stores have them. */
export const sessionIds = (secrets: Iterable<Secret>, sealer: Pick<Sealer, 'seal'>): Secret[] =>
  [...secrets].flatMap(([text]) => {
    const [, id] = SIGNED_SESSION.exec(text) ?? [];
    return id === undefined ? [] : [[id, sealer.seal('t', id)] as const];
  });

/** Searches texts for credentials, as many as are known by then. */
const secretSearch = (all: () => Iterable<Secret>): SecretSearch => searchFor(() => searchable(all()));

/** Searches texts for credentials that are all known. */
export function searchOf(secrets: Iterable<Secret>): SecretSearch {
  const searched = searchable(secrets);
  return searchFor(() => searched);
}

const searchable = (secrets: Iterable<Secret>): Secret[] =>
  [...secrets].filter(([text]) => SEARCHED.test(text) && text.length >= MIN_SEARCHED);

function searchFor(searched: () => readonly Secret[]): SecretSearch {
  return {
    without: (text, shown) =>
      searched().reduce((rest, [secret, placeholder]) => replaceSecret(rest, secret, () => shown(placeholder)), text),
    sealedJson: (json) =>
      searched().reduce((rest, [secret, placeholder]) => {
        if (!NUMERIC.test(secret) || !rest.includes(secret)) return replaceSecret(rest, secret, () => placeholder);
        return rest.replaceAll(STRING, (string) => replaceSecret(string, secret, () => placeholder));
      }, json),
  };
}

/** Replaces a credential in a text, but where `%` before it would be taken for the sign of an encoded value. */
export const replaceSecret = (text: string, secret: string, by: () => string): string =>
  text.includes(secret) ? text.replaceAll(secret, (whole, at: number) => (text[at - 1] === '%' ? whole : by())) : text;

/** The texts of a call; the response is that of a call that was made for real, or of a recorded one. */
interface SearchedCall extends Pick<RecordedCall, 'target' | 'operation' | 'request' | 'error'> {
  response: string | null;
}

/** Seals the credentials of a request and its response in a call of it, whatever the call names them. */
export function sealFound<Call extends SearchedCall>(call: Call, { without, sealedJson }: SecretSearch): Call {
  const sealed = (text: string) => without(text, (placeholder) => placeholder);
  return {
    ...call,
    target: sealed(call.target),
    operation: sealed(call.operation),
    request: sealedJson(call.request),
    response: call.response === null ? null : sealedJson(call.response),
    error: call.error && sealed(call.error),
  };
}
