import * as v from 'valibot';
import { isoTime } from '../../../platform/time/iso-time.ts';
import { INVISIBLE_CHARACTERS } from '../../../platform/values/invisible-characters.ts';
import { API_KEY_SCOPES } from '../../../platform/values/scope.ts';
import { DEFAULT_OVERLAP_HOURS, isMemberKeyName, MAX_OVERLAP_HOURS, mayBeValidUntil } from '../../domain/api-key.ts';
import { parseUserName } from '../../domain/user-name.ts';

/** Reserved names of callers without a key: the audit log identifies callers by name, in any spelling. */
const RESERVED_NAMES = /^(admin-key|open-api|data-directory|guest-.*)$/;

/** A name with invisible characters could imitate another one. */
const INVISIBLE = new RegExp(`[${INVISIBLE_CHARACTERS}]`, 'v');

const ExpiresAt = v.pipe(
  v.string(),
  v.description(
    'A time in ISO-8601 with a time zone, in the future and at most two years away. From then on the key is refused.',
  ),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const time = isoTime(dataset.value);
    if (time !== null) return time;
    addIssue();
    return NEVER;
  }),
);

/** A key to create. */
export const NewKey = v.strictObject({
  name: v.pipe(
    v.string(),
    v.normalize('NFC'),
    v.trim(),
    v.minLength(1),
    v.maxLength(200),
    v.check((name) => !INVISIBLE.test(name)),
    v.check((name) => !isMemberKeyName(name.normalize('NFKC'))),
    v.check((name) => !RESERVED_NAMES.test(name.normalize('NFKC').toLowerCase()) && parseUserName(name) === null),
  ),
  scopes: v.pipe(v.array(v.picklist(API_KEY_SCOPES)), v.minLength(1), v.maxLength(100)),
  expiresAt: v.nullish(ExpiresAt),
});

/** A rotation of a key. */
export const KeyRotation = v.strictObject({
  overlapHours: v.nullish(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(0),
      v.maxValue(MAX_OVERLAP_HOURS),
      v.description(
        `How long the previous secret stays valid. Default: ${DEFAULT_OVERLAP_HOURS}. With 0 it is refused immediately.`,
      ),
    ),
  ),
  expiresAt: v.nullish(ExpiresAt),
});

/** Why a member of a new key is invalid. */
export const KEY_RULES: Readonly<Record<string, string>> = {
  name: 'name must be a string of 1 to 200 visible characters that is not the name of a user or guest',
  scopes: `scopes must be a list of ${API_KEY_SCOPES.join(', ')}`,
  expiresAt: 'expiresAt must be a time in ISO-8601 with a time zone, in the future and at most two years away',
};

/** Why a member of a rotation is invalid. */
export const ROTATION_RULES: Readonly<Record<string, string>> = {
  overlapHours: `overlapHours must be an integer from 0 to ${MAX_OVERLAP_HOURS}`,
  expiresAt: KEY_RULES.expiresAt ?? '',
};

/** Names of members as they are written: anything else in the place of a name is not repeated. */
const PLAIN_NAME = /^[A-Za-z0-9_.-]{1,64}$/;

/**
 * Parses a body about a key; a member that is invalid, or unknown, is named in the message: an unknown one may be a
 * misspelt `expiresAt`.
 */
export function parseKeyBody<Output extends { expiresAt?: number | null | undefined }>(
  schema: v.GenericSchema<unknown, Output>,
  body: unknown,
  { rules, now }: { rules: Readonly<Record<string, string>>; now: number },
): { ok: true; value: Output } | { ok: false; message: string } {
  const input = v.safeParse(schema, body);
  if (input.success) {
    const { expiresAt } = input.output;
    const isWrong = typeof expiresAt === 'number' && !mayBeValidUntil(expiresAt, now);
    return isWrong ? { ok: false, message: rules.expiresAt ?? '' } : { ok: true, value: input.output };
  }
  const name = String(input.issues[0].path?.[0]?.key);
  if (Object.hasOwn(rules, name)) return { ok: false, message: rules[name] ?? '' };
  return { ok: false, message: PLAIN_NAME.test(name) ? `${name} is an unknown member` : 'a member is unknown' };
}
