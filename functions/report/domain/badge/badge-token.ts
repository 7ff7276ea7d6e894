import * as v from 'valibot';

/** Maximum badges of an application. */
export const MAX_BADGES = 10;

/** A token that shows the badge of one application, as lists show it: without the token. */
export const BadgeToken = v.object({
  id: v.string(),
  /** Epoch ms. */
  createdAt: v.number(),
  /** The name of the caller who created it. */
  createdBy: v.string(),
});
export type BadgeToken = v.InferOutput<typeof BadgeToken>;

/** Form of the id of a badge. */
export const BADGE_ID = /^[0-9a-f]{16}$/;

/** Form of a token: its id and a secret of 256 bits. */
export const BADGE_TOKEN = /^rrb_([0-9a-f]{16})_[A-Za-z0-9_-]{43}$/;

/** The application whose badge a path part names: `shop.svg`; null for another form. */
export const badgeAppId = (part: string): string | null => /^(.+)\.svg$/s.exec(part)?.[1] ?? null;
