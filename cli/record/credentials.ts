import type { RedactRule } from '../../functions/applications/domain/redact-rule.ts';
import type { CasePayload } from '../../functions/recordings/domain/recorded-case.ts';
import { payloadRedactor } from '../../functions/recordings/domain/redact.ts';
import { REDACTED } from '../../functions/recordings/domain/redact-json.ts';

const HEADERS =
  `authorization proxy-authorization cookie set-cookie x-api-key api-key apikey access-token refresh-token x-access-token
  x-auth-token x-csrf-token x-xsrf-token x-amz-security-token x-goog-api-key x-webhook-secret x-session-id`.split(
    /\s+/,
  );

const WORDS =
  `password|passwd|pwd|passphrase|passcode|secret|client secret|app secret|secret key|token|access token|refresh token|id token
  |auth token|session token|csrf token|bearer token|api key|api secret|api token|private key|encryption key|signing key|access key|
  access key id|secret access key|credential|credentials|authorization|cookie|session id|jwt|otp|totp|mfa secret|verification code|
  verify code|cvv|cvc`
    .split('|')
    .map((words) => words.trim().split(' '));

const capital = (word: string) => `${word[0]?.toUpperCase()}${word.slice(1)}`;

/** Each name in its JSON spellings: accessToken, AccessToken, access_token, ACCESS_TOKEN, access-token, accesstoken. */
const NAMES: readonly string[] = [
  ...new Set(
    WORDS.flatMap((words) => [
      words.map((word, at) => (at === 0 ? word : capital(word))).join(''),
      words.map(capital).join(''),
      words.join('_'),
      words.join('_').toUpperCase(),
      words.join('-'),
      words.join(''),
    ]),
  ),
];

/** Names of one path, which has at most 1,000 characters. */
const NAMES_PER_PATH = 40;

/** The JSON values to redact. */
const CREDENTIAL_PATHS: readonly string[] = Array.from(
  { length: Math.ceil(NAMES.length / NAMES_PER_PATH) },
  (_, at) => `$..[${NAMES.slice(at * NAMES_PER_PATH, (at + 1) * NAMES_PER_PATH).map((name) => `'${name}'`)}]`,
);

/** What `replay record` redacts by default: headers and JSON members that carry credentials. */
const CREDENTIALS: readonly RedactRule[] = [
  ...HEADERS.map((header) => ({ header })),
  ...CREDENTIAL_PATHS.map((path) => ({ path })),
];

const known = new Set(NAMES.map((name) => name.toLowerCase()));

/**
 * Redacts the values of credentials in the `name=value` pairs of a query or a form; everything else stays byte for
 * byte.
 * @internal
 */
export const redactPairs = (text: string): string =>
  text
    .split('&')
    .map((pair) => {
      const [name = ''] = pair.split('=', 1);
      return known.has(name.toLowerCase()) && pair.length > name.length + 1
        ? `${name}=${encodeURIComponent(REDACTED)}`
        : pair;
    })
    .join('&');

/** Removes the credentials in headers, query, JSON bodies and forms of cases, including those of their calls. */
export function credentialRemover(): (payload: CasePayload) => CasePayload {
  const redact = payloadRedactor(CREDENTIALS);
  return (payload) => {
    const { request, ...others } = redact(payload);
    const at = request.path.indexOf('?');
    const isForm = request.headers.some(
      ([name, value]) =>
        name.toLowerCase() === 'content-type' && value.toLowerCase().startsWith('application/x-www-form-urlencoded'),
    );
    return {
      ...others,
      request: {
        ...request,
        path: at === -1 ? request.path : `${request.path.slice(0, at + 1)}${redactPairs(request.path.slice(at + 1))}`,
        body:
          isForm && request.body !== null && request.bodyEncoding === 'utf8' ? redactPairs(request.body) : request.body,
      },
    };
  };
}

/**
 * Names of the redacted members in a JSON text; none where the text is redacted as a whole, since it cannot be parsed.
 */
export function redactedNames(text: string): string[] {
  if (text === REDACTED) return [];
  const names = new Set<string>();
  JSON.parse(text, (name, value) => {
    if (value === REDACTED && known.has(name.toLowerCase())) names.add(name);
    return null;
  });
  return [...names];
}
