import * as v from 'valibot';
import { parseKeepingNumbers } from '../../../platform/values/json-text.ts';
import { maySeal } from '../../../platform/values/sealed-text.ts';
import { type CasePayload, RecordedRequest, RecordedResponse } from '../recorded-case.ts';
import { foundCredentials, sealFound } from './found-credentials.ts';
import { openRequest, openSide, openText } from './open-request.ts';
import { sealRepeats } from './seal-repeats.ts';
import { sealCall, sealPath, sealSide } from './seal-side.ts';
import type { Sealer } from './sealer.ts';
import { sealingOf } from './sealing.ts';

/**
 * A case as a recording in a file holds it: its credentials are sealed under the key of the file, so that the service
 * can open every byte of them.
 */
export function sealFileCase(payload: CasePayload, sealer: Pick<Sealer, 'seal'>): CasePayload {
  const found = foundCredentials(sealer);
  // Who reads the file may send its placeholders to the recorded application, so text is escaped here as well.
  const sealing = sealingOf({ seal: found.seal }, 'seal', true);
  const { request, response, calls } = payload;
  const sealed = {
    ...payload,
    request: { ...sealSide(request, sealing), path: sealPath(request.path, sealing) },
    response: response && sealSide(response, sealing),
    calls: calls.map((call) => sealFound(sealCall(call, sealing), found)),
  };
  return sealRepeats(sealed, found.secrets(), sealer);
}

/** The members of a line of such a file that may hold sealed values; others are read as those of any case. */
const FileCase = v.looseObject({
  request: RecordedRequest,
  response: v.nullable(RecordedResponse),
  calls: v.array(v.unknown()),
});

/** Opens a line of such a file; null if it is not one. */
export function openFileCase(input: unknown, opener: Pick<Sealer, 'open'>): Record<string, unknown> | null {
  const parsed = v.safeParse(FileCase, input);
  if (!parsed.success) return null;
  const { request, response, calls } = parsed.output;
  const text = JSON.stringify(calls);
  return {
    ...parsed.output,
    request: openRequest(request, opener),
    response: response && openSide(response, opener),
    calls: maySeal(text) ? parseKeepingNumbers(openText(text, opener, 'json')) : calls,
  };
}
