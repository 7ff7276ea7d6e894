import { type ConsoleRefusalBody, consoleErrors, ERRORS, type JsonResponse } from '../../../platform/http/api.ts';
import { isoText, isoTextOrNull } from '../../../platform/time/iso-text.ts';
import type { ApiKey } from '../../store/api-keys.ts';
import { NO_KEY } from './keys.doc.ts';
import type { ShownApiKey } from './shown-api-key.ts';

/** A key as answers show it, without its secrets. */
export const keyView = ({
  createdAt,
  lastUsedAt,
  validUntil,
  rotatedAt,
  previousValidUntil,
  ...key
}: ApiKey): ShownApiKey => ({
  ...key,
  createdAt: isoText(createdAt),
  lastUsedAt: isoTextOrNull(lastUsedAt),
  expiresAt: isoTextOrNull(validUntil),
  rotatedAt: isoTextOrNull(rotatedAt),
  previousValidUntil: isoTextOrNull(previousValidUntil),
});

/** The response to a body or query that is refused. */
export const refusedKey = (message: string, now: number, status = 400): JsonResponse<ConsoleRefusalBody> => ({
  status,
  body: consoleErrors({ ...ERRORS.invalidJson, message }, now),
});

/** The response about a key that the tenant does not have. */
export const noSuchKey = (now: number) => ({ status: NO_KEY.status, body: consoleErrors(NO_KEY, now) });
