import { isRandomText } from './random-text.ts';

/** Parts by which a name means a credential, wherever they stand in it; without case, `_`, `-`, `.` and blanks. */
const PARTS =
  /passw(?:or)?d|passphrase|passcode|secret|credential|apikey|accesskey|subscriptionkey|functionskey|privatekey|signingkey|encryptionkey|authtoken|accesstoken|refreshtoken|sessiontoken|sessionid|sessionkey|sessiondata|bearertoken|csrf|xsrf|authorization|cookie|verificationcode|verifycode|signature/;

/** Names that mean a credential by themselves. */
const WHOLE = new Set([
  'pwd',
  'pin',
  'jwt',
  'otp',
  'totp',
  'cvv',
  'cvc',
  'cvv2',
  'cvc2',
  'auth',
  'sid',
  'sig',
  'dpop',
  'bearer',
]);

/** Names of tokens that only name a place in a list, or count them. */
const HARMLESS =
  /(?:page|next|previous|prev|continuation|cursor|sync)token$|(?:prompt|completion|total|max|input|output)tokens$/;

const MAX_NAME_LENGTH = 128;

/**
 * Whether a header, a member, a form field, a query parameter or an element of this name carries a credential:
 * well-known names such as `Authorization`, `set-cookie`, `access_token`, `clientSecret` or `X-Api-Key`, in any
 * spelling.
 */
export function isCredentialName(name: string): boolean {
  if (name.length > MAX_NAME_LENGTH) return false;
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return WHOLE.has(plain) || PARTS.test(plain) || (/tokens?$/.test(plain) && !HARMLESS.test(plain));
}

/**
 * Whether a field of a form or a query carries a credential, also by its value: the `code` of an authorization (RFC
 * 6749) looks random; that of a country, an error or a voucher does not.
 */
export const isCredentialField = (name: string, value: string): boolean =>
  isCredentialName(name) || (/^(?:auth(?:orization)?[_-]?)?code$/i.test(name) && isRandomText(value));

/** Names of members beside the `code` of a request for a token (RFC 6749 4.1.3), also with the escapes of JSON. */
const OF_CODE = /"(?:grant_?type|client_?id)\\{0,15}"/i;

/** Most texts have none of the words, which are found without an expression. */
const namesClient = (text: string): boolean =>
  (text.includes('grant') || text.includes('client')) && OF_CODE.test(text);

/**
 * Whether the member `code` of a JSON text is that of a request for a token: it looks random, and its client is named.
 */
export const isTokenCode = (value: string, text: string): boolean => isRandomText(value) && namesClient(text);

/**
 * Parts of names and values of credentials, and short names, which count as whole words only: `pin` is in every
 * `shipping`.
 */
const WORDS =
  /pass|secret|credential|key|token|csrf|xsrf|authoriz|cookie|session|verif|signature|bearer|basic|digest|negotiate|eyj|\\u00/i;
const SHORT = /(?:^|[^a-z0-9])(?:pwd|pin|jwt|t?otp|cv[vc]2?|auth|si[dg]|dpop)(?![a-z0-9])/i;
const USER = /:\/\/[^\s/@"'<>\\]{1,1280}@/;
const CODE = /code(?:=|%3d)/i;
const LINK = /\/[\w-]{0,40}(?:reset|confirm|activat|invit|magic|recover|unsubscri)/i;

/**
 * Whether a text may hold such a name at all, also if letters are escaped; most texts do not. An expression of a few
 * words is quicker than one of all, so that others are only searched for beside a character that they need.
 */
export const mayNameCredential = (text: string): boolean =>
  WORDS.test(text) ||
  SHORT.test(text) ||
  (text.includes('/') && LINK.test(text)) ||
  (text.includes('%') && /%[4-7]/.test(text)) ||
  (text.includes('@') && USER.test(text)) ||
  ((text.includes('=') || text.includes('%')) && CODE.test(text)) ||
  ((text.includes("'") || text.includes(' BY ') || text.includes(' by ')) && /identified/i.test(text)) ||
  (text.includes('code') && namesClient(text));
