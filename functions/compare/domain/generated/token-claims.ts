import { scanJson } from '../../../platform/json/scan-json.ts';
import { isContainer, memberOf, type Tape } from '../../../platform/json/tape.ts';
import { maySeal } from '../../../platform/values/sealed-text.ts';
import { sealedAlike } from '../../../recordings/domain/sealed/sealer.ts';
import { compareJson } from '../compare-json.ts';
import { differenceSink } from '../difference-sink.ts';
import { compileRules } from '../rules/rules.ts';

/** Claims that differ in every new token (interface 3.1 d). */
const CLAIMS: ReadonlySet<string> = new Set(['iat', 'exp', 'nbf', 'jti']);
const JWT = /^(Bearer )?([\w-]{4,})\.([\w-]{2,})\.([\w-]*)$/;

/** Whether two JWTs (RFC 7519) are equal except for iat, exp, nbf, jti and the signature (interface 3.1 d). */
export function onlyTokenClaimsDiffer(recorded: string, replayed: string): boolean {
  if (maySeal(recorded)) return sealedAlike(withoutScheme(recorded), withoutScheme(replayed)) === 'JWT';
  const a = tokenOf(recorded);
  const b = tokenOf(replayed);
  if (a === null || b === null || a.scheme !== b.scheme || a.isSigned !== b.isSigned) return false;
  return differences(a.header, b.header).length === 0 && differences(a.claims, b.claims).every(isOfClaim);
}

const withoutScheme = (text: string): string => text.replace(/^Bearer /, '');

interface Token {
  scheme: string;
  isSigned: boolean;
  header: Tape;
  claims: Tape;
}

function tokenOf(text: string): Token | null {
  const [, scheme = '', head, body, signature] = JWT.exec(text) ?? [];
  if (head === undefined || body === undefined) return null;
  const header = scanJson(Buffer.from(head, 'base64url'));
  const claims = scanJson(Buffer.from(body, 'base64url'));
  if (header === null || claims === null || !isContainer(claims, 0) || memberOf(header, 0, 'alg') < 0) return null;
  return { scheme, isSigned: signature !== '', header, claims };
}

function differences(a: Tape, b: Tape) {
  const sink = differenceSink();
  compareJson(a, b, compileRules([], '').states, sink);
  return sink.comparison().differences;
}

/** An added or removed claim changes what the token permits. */
const isOfClaim = ({ kind, subject }: { kind: string; subject: string }) =>
  kind === 'FIELD_VALUE' && CLAIMS.has(subject);
