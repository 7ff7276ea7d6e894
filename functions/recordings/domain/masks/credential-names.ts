/** Parts by which a name means a credential, wherever they stand in it; without case, `_`, `-`, `.` and blanks. */
const PARTS =
  /passw(?:or)?d|passphrase|passcode|secret|credential|apikey|accesskey|privatekey|signingkey|encryptionkey|authtoken|accesstoken|refreshtoken|sessiontoken|sessionid|bearertoken|csrf|xsrf|authorization|cookie|verificationcode|verifycode|signature/;

/** Names that mean a credential by themselves. */
const WHOLE = new Set(['pwd', 'pin', 'jwt', 'otp', 'totp', 'cvv', 'cvc', 'cvv2', 'cvc2', 'auth', 'sid', 'sig']);

/** Names of tokens that only name a place in a list, or count them. */
const HARMLESS =
  /(?:page|next|previous|prev|continuation|cursor|sync)token$|(?:prompt|completion|total|max|input|output)tokens$/;

const MAX_NAME_LENGTH = 128;

/**
 * Whether a header, a member, a form field, a query parameter or an element of this name carries a credential: well-known
 * names such as `Authorization`, `set-cookie`, `access_token`, `clientSecret` or `X-Api-Key`, in any spelling.
 */
export function isCredentialName(name: string): boolean {
  if (name.length > MAX_NAME_LENGTH) return false;
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return WHOLE.has(plain) || PARTS.test(plain) || (/tokens?$/.test(plain) && !HARMLESS.test(plain));
}

/**
 * Whether a text may hold such a name at all, also if letters are escaped; most texts do not. Short names count as whole
 * words only, since `pin` is in every `shipping`.
 */
export const mayNameCredential = (text: string): boolean =>
  /pass|secret|credential|key|token|csrf|xsrf|authoriz|cookie|session|verif|signature|bearer|basic|digest|negotiate|eyj|\\u00|%[4-7]|:\/\/[^\s/@"'<>\\]{1,1280}@|(?<![a-z0-9])(?:pwd|pin|jwt|t?otp|cv[vc]2?|auth|si[dg])(?![a-z0-9])/i.test(
    text,
  );
