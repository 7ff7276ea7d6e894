import * as v from 'valibot';

/** Maximum length of a mail address, and of its local part (RFC 5321). */
const MAX_LENGTH = 254;
const MAX_LOCAL_PART_LENGTH = 64;

const UserName = v.pipe(
  v.string(),
  v.normalize('NFC'),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(MAX_LENGTH),
  v.rfcEmail(),
  v.check((text) => text.indexOf('@') <= MAX_LOCAL_PART_LENGTH),
);

/** Parses a user name (interface 4.8): a mail address in canonical form; null if the input is not one. */
export function parseUserName(input: unknown): string | null {
  const parsed = v.safeParse(UserName, input);
  return parsed.success ? parsed.output : null;
}

/** Whether the address may log in: its domain is listed, or `*` is (interface 1, SVC_LOGIN_DOMAINS). */
export const mayLogIn = (userName: string, domains: readonly string[]): boolean =>
  domains.includes('*') || domains.includes(userName.slice(userName.lastIndexOf('@') + 1));
