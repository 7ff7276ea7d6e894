import type { RecordedCall } from '../recorded-case.ts';
import type { Sealer } from './sealer.ts';

/** A credential that may stand in texts without a name of its own, and its placeholder. */
export type Secret = readonly [text: string, placeholder: string];

/** Credentials that were sealed, and so can be found in texts that name them otherwise. */
export interface FoundCredentials {
  /** Seals, and notes what it sealed. */
  seal: Sealer['seal'];
  /** What it sealed, as values of their own. */
  secrets(): Secret[];
  /** A text in which `shown` of their placeholders stands for the credentials. */
  without(text: string, shown: (placeholder: string) => string): string;
  /** A JSON text in which placeholders stand for the credentials; it stays JSON. */
  sealedJson(json: string): string;
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
  const searched = () => [...all].filter(([text]) => SEARCHED.test(text) && text.length >= MIN_SEARCHED);
  return {
    seal: (kind, value) => {
      const placeholder = sealer.seal(kind, value);
      const text = kind === 't' ? Buffer.from(value).toString() : '';
      if (text.length >= MIN_SEARCHED && all.size < MAX_SEARCHED) all.set(text, placeholder);
      return placeholder;
    },
    secrets: () => [...all],
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

/** Seals the credentials of a request and its response in a call of it, whatever the call names them. */
export function sealFound(call: RecordedCall, { without, sealedJson }: FoundCredentials): RecordedCall {
  const sealed = (text: string) => without(text, (placeholder) => placeholder);
  return {
    ...call,
    target: sealed(call.target),
    operation: sealed(call.operation),
    request: sealedJson(call.request),
    response: sealedJson(call.response),
    error: call.error && sealed(call.error),
  };
}
