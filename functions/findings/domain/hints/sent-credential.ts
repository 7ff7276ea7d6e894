import * as v from 'valibot';
import { job } from '../../../platform/values/job.ts';
import { jsonOfStored } from '../../../platform/values/stored-json.ts';
import { credentialExpiry } from '../../../recordings/domain/credential-expiry.ts';
import { isCredentialName } from '../../../recordings/domain/masks/credential-names.ts';
import { RecordedRequest } from '../../../recordings/domain/recorded-case.ts';
import { REDACTED } from '../../../recordings/domain/redact-json.ts';
import type { FixedHeaders } from '../../../replay/domain/outgoing-request.ts';

/**
 * What a request was sent with: `none`: no credential; `removed`: one whose value was removed before it was stored;
 * `deleted`: one that the setting `replay.headers.remove` deletes; `left-out`: one whose fixed header was not sent,
 * since it was saved for other targets; `without-header`: the same of one that is not a credential; `fixed`: one that
 * no response issues, such as a password or an API key; `token`: any other; `replaced`: not the recorded one.
 */
export interface SentCredential {
  kind: 'none' | 'removed' | 'deleted' | 'left-out' | 'without-header' | 'fixed' | 'token' | 'replaced';
  /** When a token that can be read expires, epoch ms. */
  expiresAt: number | null;
}

/** The names of the fixed headers that a run sends, and of those that belong to other targets. */
export interface FixedNames extends Pick<FixedHeaders, 'always' | 'remove'> {
  set: readonly string[];
  leftOut: readonly string[];
}

/** The credential of a request as it was recorded and as it was sent after value mapping. @internal */
export function sentCredential(recorded: RecordedRequest, sent: RecordedRequest, fixed: FixedNames): SentCredential {
  const expiresAt = credentialExpiry(recorded.headers);
  const found = credentialsOf(recorded);
  const kind = (): SentCredential['kind'] => {
    // A header of any other name goes with every request.
    if (isNamed(fixed.leftOut, (name) => !isCredentialName(name))) return 'without-header';
    if (isNamed(fixed.always, isCredential)) return 'replaced';
    if (found.length === 0) return 'none';
    if (found.some(({ name }) => isNamed(fixed.set, is(name)))) return 'replaced';
    if (JSON.stringify(credentialsOf(sent)) !== JSON.stringify(found)) return 'replaced';
    if (found.some(({ name }) => isNamed(fixed.leftOut, is(name)))) return 'left-out';
    if (found.some(({ value }) => value.includes(REDACTED))) return 'removed';
    if (found.some(({ name }) => isNamed(fixed.remove, is(name)))) return 'deleted';
    return found.every(isFixed) ? 'fixed' : 'token';
  };
  return { kind: kind(), expiresAt };
}

interface Credential {
  /** The header; empty for a parameter of the query. */
  name: string;
  value: string;
}

function credentialsOf({ headers, path }: RecordedRequest): Credential[] {
  const query = path.indexOf('?');
  const pairs = query < 0 ? [] : path.slice(query + 1).split('&');
  return [
    ...headers.flatMap(([name, value]) => (isCredential(name) ? [{ name: name.toLowerCase(), value }] : [])),
    ...pairs.flatMap((pair) => {
      const [name = '', value = ''] = pair.split('=', 2);
      return isCredential(name) ? [{ name: '', value: percentDecoded(value) }] : [];
    }),
  ];
}

/** A token against forged requests authorizes no one. */
const isCredential = (name: string): boolean => isCredentialName(name) && !/[cx]srf/i.test(name);

const isFixed = ({ name, value }: Credential): boolean =>
  name === 'authorization' ? /^\s*(?:basic|digest|apikey)\s/i.test(value) : /key/.test(name);

const isNamed = (names: readonly string[], test: (name: string) => boolean): boolean => names.some(test);

const is =
  (name: string) =>
  (other: string): boolean =>
    other.toLowerCase() === name;

/** `[redacted]` in a query is encoded. */
function percentDecoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** What of a stored result says with which credential its request was sent. */
const Requests = v.object({ request: RecordedRequest, sent: v.optional(RecordedRequest) });

/** Reads the credential of a stored result; null if its bytes have expired. */
export const sentCredentialJob = job(
  'findings.sent-credential',
  ({ stored, fixed }: { stored: Uint8Array | undefined; fixed: FixedNames }): SentCredential | null => {
    if (stored === undefined) return null;
    const { request, sent = request } = v.parse(Requests, jsonOfStored(stored));
    return sentCredential(request, sent, fixed);
  },
);
