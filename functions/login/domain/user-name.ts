import * as v from 'valibot';

/** The longest address that mail servers take, and its longest local part (RFC 5321). */
const MOST_CHARACTERS = 254;
const MOST_LOCAL = 64;

const UserName = v.pipe(
  v.string(),
  v.normalize('NFC'),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(MOST_CHARACTERS),
  v.rfcEmail(),
  v.check((text) => text.indexOf('@') <= MOST_LOCAL),
);

/** A user name (interface 4.8): a mail address in the one form that it is known by; null where the input is none. */
export function readUserName(input: unknown): string | null {
  const read = v.safeParse(UserName, input);
  return read.success ? read.output : null;
}
