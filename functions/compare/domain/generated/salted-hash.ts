/** Salt and digest in the alphabets of crypt(3) and base64. */
const DIGITS = '[./A-Za-z0-9+=]';

/** Forms of salted hashes; what they capture are their parameters. */
const FORMS: readonly (readonly [form: string, text: RegExp])[] = [
  ['bcrypt', /^(bcrypt_sha256\$|bcrypt\$)?(\$2[abxy]?\$\d\d\$)[./A-Za-z0-9]{53}$/],
  [
    'argon2',
    RegExp(`^(argon2)?(\\$argon2(?:id|i|d)\\$(?:v=\\d+\\$)?m=\\d+,t=\\d+,p=\\d+)\\$${DIGITS}{11,}\\$${DIGITS}{22,}$`),
  ],
  ['scrypt', RegExp(`^(\\$scrypt\\$ln=\\d+,r=\\d+,p=\\d+)\\$${DIGITS}{11,}\\$${DIGITS}{22,}$`)],
  ['scrypt', /^(scrypt:\d+:\d+:\d+)\$[A-Za-z0-9]{8,}\$[0-9a-f]{64,}$/],
  ['scrypt', RegExp(`^(scrypt\\$\\d+)\\$[A-Za-z0-9]{8,}(\\$\\d+\\$\\d+)\\$${DIGITS}{22,}$`)],
  ['pbkdf2', RegExp(`^(pbkdf2_sha\\d+\\$\\d+)\\$[A-Za-z0-9]{8,}\\$${DIGITS}{27,}$`)],
  ['pbkdf2', /^(pbkdf2:sha\d+:\d+)\$[A-Za-z0-9]{8,}\$[0-9a-f]{40,}$/],
  ['pbkdf2', RegExp(`^(\\$pbkdf2(?:-sha\\d+)?\\$\\d+)\\$${DIGITS}{11,}\\$${DIGITS}{27,}$`)],
  ['SHA-crypt', RegExp(`^(\\$[56]\\$(?:rounds=\\d+\\$)?)[./A-Za-z0-9]{8,16}\\$(?:${DIGITS}{43}|${DIGITS}{86})$`)],
];

const MAX_LENGTH = 512;

/** A salted hash: the algorithm, and what must be equal where the same secret was hashed in the same way. */
export interface SaltedHash {
  form: string;
  parameters: string;
}

/**
 * Detects a salted hash of a password: bcrypt, argon2, scrypt, pbkdf2 and SHA-crypt in the forms of their libraries.
 */
export function saltedHash(text: string): SaltedHash | null {
  if (text.length > MAX_LENGTH || !text.includes('$')) return null;
  for (const [form, expression] of FORMS) {
    const [found, ...parameters] = expression.exec(text) ?? [];
    if (found !== undefined) return { form, parameters: JSON.stringify([...parameters, text.length]) };
  }
  return null;
}
