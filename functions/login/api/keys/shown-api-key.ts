import * as v from 'valibot';
import { named } from '../../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../../platform/http/documents/path-parts.ts';
import { Time } from '../../../platform/http/documents/shown-schemas.ts';
import { API_KEY_SCOPES } from '../../../platform/values/scope.ts';

/** A key as answers show it, without its secrets (interface 4.8). */
export const ShownApiKey = v.object({
  id: v.string(),
  name: v.string(),
  scopes: v.array(v.picklist(API_KEY_SCOPES)),
  createdAt: Time,
  createdBy: v.pipe(
    v.nullable(v.string()),
    v.description('Who created the key. null: a key of a user, the first key of a tenant, or an older key.'),
  ),
  lastUsedAt: v.pipe(v.nullable(Time), v.description('At most a minute behind.')),
  expiresAt: v.pipe(
    v.nullable(Time),
    v.description('The key is refused from then on. null: it is valid until removed.'),
  ),
  rotatedAt: v.nullable(Time),
  previousValidUntil: v.pipe(
    v.nullable(Time),
    v.description('Until when the secret before the latest rotation is valid.'),
  ),
});
export type ShownApiKey = v.InferOutput<typeof ShownApiKey>;

/** An example of a key. */
export const API_KEY_EXAMPLE: ShownApiKey = {
  id: EXAMPLE.keyId,
  name: 'ci',
  scopes: ['record', 'read'],
  createdAt: EXAMPLE.time,
  createdBy: EXAMPLE.userName,
  lastUsedAt: null,
  expiresAt: null,
  rotatedAt: null,
  previousValidUntil: null,
};

const withSecret = v.object({ ...ShownApiKey.entries, key: v.string() });

/** A key in the only answer that contains it. */
export const NewApiKey = named('NewApiKey', withSecret);

/** The same after a rotation. */
export const RotatedApiKey = named('RotatedApiKey', withSecret);

/** An example of its text. */
export const SECRET_EXAMPLE = `rrs_${EXAMPLE.keyId}_<secret>`;
