import * as v from 'valibot';
import { CREDENTIAL_MODES } from '../../applications/domain/application-settings.ts';
import { Accepted, PayloadVersion } from './versions/case-version.ts';

/** Case ids that a caller may choose (interface 10). */
export const CASE_ID = /^[A-Za-z0-9._:-]{1,128}$/;

const Headers = v.array(v.tuple([v.string(), v.string()]));
const BodyEncoding = v.picklist(['utf8', 'base64']);

/** One side of an HTTP exchange as bytes or text: `body` null means that there was none. */
export const RecordedRequest = v.object({
  method: v.string(),
  /** Path and query as on the wire, starting with `/`. */
  path: v.string(),
  headers: Headers,
  body: v.nullable(v.string()),
  bodyEncoding: BodyEncoding,
});
export type RecordedRequest = v.InferOutput<typeof RecordedRequest>;

export const RecordedResponse = v.object({
  status: v.number(),
  headers: Headers,
  /** As recorded; a content-encoding named in `headers` has already been decoded. */
  body: v.nullable(v.string()),
  bodyEncoding: BodyEncoding,
});
export type RecordedResponse = v.InferOutput<typeof RecordedResponse>;

/** What a downstream call is made to (interface 10). */
export const CallKind = v.picklist(['http', 'database', 'cache', 'message', 'other']);
export type CallKind = v.InferOutput<typeof CallKind>;

/** One downstream call of a recorded request; `request` and `response` are any JSON, stored as JSON text. */
export const RecordedCall = v.object({
  kind: CallKind,
  target: v.string(),
  operation: v.string(),
  request: v.string(),
  response: v.string(),
  error: v.nullable(v.string()),
  durationMs: v.nullable(v.number()),
});
export type RecordedCall = v.InferOutput<typeof RecordedCall>;

/** The large part of a case; stored apart from what is listed and searched. */
export const CasePayload = v.object({
  request: RecordedRequest,
  /** Null if only the request was recorded: there is nothing to compare with (facts: GoReplay without type 2). */
  response: v.nullable(RecordedResponse),
  calls: v.array(RecordedCall),
  /** What happened to its credentials; absent in what 0.1.0 stored, which has them in clear. */
  credentialMode: v.optional(v.picklist(CREDENTIAL_MODES)),
  /** Authenticates its case and its placeholders (case-seal.ts); absent in what earlier versions stored. */
  sealedFor: v.optional(v.string()),
  /** The version that a person accepted; absent as recorded. */
  acceptedVersion: v.optional(PayloadVersion),
});
export type CasePayload = v.InferOutput<typeof CasePayload>;

/** Keys of the credentials of one case (sessions/credential-key.ts), by which its session is found. */
export const CredentialKeys = v.object({
  /** What authorizes the request: a token, session cookies. Basic authentication and API keys stand for no session. */
  sent: v.array(v.string()),
  /** Tokens in its query or body, such as a refresh token. */
  tokens: v.array(v.string()),
  /** What the response issues: session cookies and tokens that the request did not send. */
  issued: v.array(v.string()),
});
export type CredentialKeys = v.InferOutput<typeof CredentialKeys>;

export const SessionEnd = v.picklist(['logout', 'revocation']);
export type SessionEnd = v.InferOutput<typeof SessionEnd>;

/** The part of a case that is listed and searched. */
export const CaseHead = v.object({
  caseId: v.string(),
  appId: v.string(),
  operation: v.string(),
  /** Its endpoint without path patterns, where one of these gave it its name. */
  recordedAs: v.optional(v.string()),
  method: v.string(),
  /** Epoch ms. */
  recordedAt: v.number(),
  /** Orders cases of the same time by arrival. */
  intake: v.string(),
  /** 32 lower-case hex digits (W3C Trace Context). */
  traceId: v.string(),
  session: v.nullable(v.string()),
  tags: v.record(v.string(), v.string()),
  durationMs: v.nullable(v.number()),
  status: v.nullable(v.number()),
  pinned: v.boolean(),
  /** By which its session was found; absent without credentials. Never shown. */
  credentials: v.optional(CredentialKeys),
  /** When the JSON web token of its request expires, epoch ms; absent without one. */
  credentialExpiresAt: v.optional(v.number()),
  /** How its request may destroy the credential that it was sent with (sessions/session-end.ts). Never shown. */
  endsSession: v.optional(SessionEnd),
  /** How its current version came from a run; absent as recorded. */
  accepted: v.optional(Accepted),
  /** Number of the newest version that was ever made of it; absent if it has one only. Never shown. */
  lastVersion: v.optional(v.number()),
  /**
   * Its calls by service, as it came in (`calledText`): the counts of its application have them. Absent without
   * any, and in rows of earlier versions. Never shown.
   */
  called: v.optional(v.string()),
});
export interface CaseHead extends v.InferOutput<typeof CaseHead> {
  /** Its row is damaged: only its id, application, endpoint and time are known. Never stored. */
  unreadable?: true;
}

/** A recorded request with its response and downstream calls (interface 10). */
export type RecordedCase = CaseHead & CasePayload;
