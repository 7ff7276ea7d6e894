/** How long a key may be valid: two years, with a day for leap years. */
const MAX_KEY_LIFE_MS = (2 * 365 + 1) * 86_400_000;

/** How long the secret before a rotation stays valid, unless the request says otherwise. */
export const DEFAULT_OVERLAP_HOURS = 24;
export const MAX_OVERLAP_HOURS = 168;

/** What decides whether the secrets of a key are valid; times in epoch ms. */
export interface KeyValidity {
  /** Null: until it is removed. */
  validUntil: number | null;
  /** End of the overlap after a rotation; null if there is no secret of before. */
  previousValidUntil: number | null;
}

/** Whether the current secret of a key is valid. */
export const isValid = ({ validUntil }: Pick<KeyValidity, 'validUntil'>, now: number): boolean =>
  validUntil === null || now < validUntil;

/** Whether the secret before the latest rotation still is. */
export const isPreviousValid = ({ validUntil, previousValidUntil }: KeyValidity, now: number): boolean =>
  previousValidUntil !== null && now < previousValidUntil && isValid({ validUntil }, now);

/** Whether a key may be valid until then: in the future, and no longer than the maximum. */
export const mayBeValidUntil = (time: number, now: number): boolean => time > now && time <= now + MAX_KEY_LIFE_MS;

/** How long a key that a member creates for themselves is valid. */
export const MEMBER_KEY_MS = 3_600_000;

/** The name of a member's key: the table has no address in clear. */
export const memberKeyName = (digest: string): string => `API reference ${digest.slice(0, 8)}`;

/** Whether a name is that of a member's key, in any case. */
export const isMemberKeyName = (name: string): boolean => /^api reference [0-9a-f]{8}$/i.test(name);
