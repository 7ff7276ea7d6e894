import * as v from 'valibot';
import { parseKeepingNumbers } from '../../../platform/values/json-text.ts';
import { maySeal } from '../../../platform/values/sealed-text.ts';
import { type CasePayload, RecordedRequest, RecordedResponse } from '../recorded-case.ts';
import { foundCredentials, sealFound } from './found-credentials.ts';
import { openSide, openText } from './open-request.ts';
import { sealCall, sealPath, sealSide } from './seal-side.ts';
import type { Sealer } from './sealer.ts';
import { sealingOf } from './sealing.ts';

/**
 * A case as a recording in a file holds it: its credentials are sealed under the key of the file, so that the service can
 * open every byte of them.
 */
export function sealFileCase(payload: CasePayload, sealer: Pick<Sealer, 'seal'>): CasePayload {
  // The key is new, so nothing can look as if it were sealed by it; calls are sealed before the case that they are of.
  const found = foundCredentials(sealer);
  const sealing = sealingOf({ seal: found.seal, open: () => null }, 'seal', true);
  const { request, response, calls } = payload;
  return {
    ...payload,
    request: { ...sealSide(request, sealing), path: sealPath(request.path, sealing) },
    response: response && sealSide(response, sealing),
    calls: calls.map((call) => sealFound(sealCall(call, sealing), found)),
  };
}

/** The members of a line of such a file that may hold sealed values; others are read as those of any case. */
const FileCase = v.looseObject({
  request: RecordedRequest,
  response: v.nullable(RecordedResponse),
  calls: v.array(v.unknown()),
});

/** Opens a line of such a file; null if it is none. */
export function openFileCase(input: unknown, opener: Pick<Sealer, 'open'>): Record<string, unknown> | null {
  const parsed = v.safeParse(FileCase, input);
  if (!parsed.success) return null;
  const { request, response, calls } = parsed.output;
  const text = JSON.stringify(calls);
  return {
    ...parsed.output,
    request: { ...openSide(request, opener), path: openText(request.path, opener, 'query') },
    response: response && openSide(response, opener),
    calls: maySeal(text) ? parseKeepingNumbers(openText(text, opener, 'json')) : calls,
  };
}
