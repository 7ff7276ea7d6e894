import * as v from 'valibot';
import { named } from '../../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../../platform/http/documents/path-parts.ts';
import { Time } from '../../../platform/http/documents/shown-schemas.ts';

const BADGE = {
  id: v.pipe(v.string(), v.description('Id of the badge: 16 hex digits.')),
  createdAt: Time,
  createdBy: v.pipe(v.string(), v.description('Name of the caller who created it.')),
};

/** A badge in lists. */
export const ShownBadge = named('Badge', v.object(BADGE));

/** A badge with its token, which only the answer to its creation has. */
export const CreatedBadge = named(
  'CreatedBadge',
  v.object({ ...BADGE, token: v.pipe(v.string(), v.description('Shows this badge and nothing else.')) }),
);

/** An example of a badge. */
export const BADGE_EXAMPLE = { id: EXAMPLE.badgeId, createdAt: EXAMPLE.time, createdBy: 'ann@shop.example' };
