import { type ApiResponse, consoleErrors, ERRORS } from '../../platform/http/api.ts';
import { isoText, isoTextOrNull } from '../../platform/time/iso-text.ts';
import type { ApiKey } from '../store/api-keys.ts';

/** A key as answers show it, without its secrets. */
export const keyView = ({ createdAt, lastUsedAt, validUntil, rotatedAt, previousValidUntil, ...key }: ApiKey) => ({
  ...key,
  createdAt: isoText(createdAt),
  lastUsedAt: isoTextOrNull(lastUsedAt),
  expiresAt: isoTextOrNull(validUntil),
  rotatedAt: isoTextOrNull(rotatedAt),
  previousValidUntil: isoTextOrNull(previousValidUntil),
});

/** The response to a body or query that is refused. */
export const refusedKey = (message: string, now: number, status = 400): ApiResponse => ({
  status,
  body: consoleErrors({ ...ERRORS.invalidJson, message }, now),
});

/** The response about a key that the tenant does not have. */
export const noSuchKey = (now: number): ApiResponse => ({
  status: 404,
  body: consoleErrors({ ...ERRORS.notFound, message: 'there is no such key' }, now),
});
