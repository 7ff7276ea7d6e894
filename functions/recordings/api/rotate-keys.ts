import * as v from 'valibot';
import { type Endpoint, failureOf, OPTIONAL_JSON_BODY, ok, plainErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { isoText } from '../../platform/time/iso-text.ts';
import type { IntakeServices } from '../composition.ts';
import { FIRST_PLACE, resealPage } from '../service/reseal-page.ts';
import { INVALID_AFTER, recordingKeyDocs } from './recording-keys.doc.ts';

/** Makes a new data key for recordings (docs/credentials.md). */
export const rotateKeys: Endpoint<Pick<IntakeServices, 'recordingKeys' | 'audit'>> = endpoint({
  method: 'POST',
  path: '/api/recorder/keys/rotation',
  scope: 'admin',
  errors: plainErrors,
  doc: recordingKeyDocs.rotateRecordingKeys,

  async answer({ caller }, { recordingKeys, audit }) {
    const { number, sealsAt } = await recordingKeys.rotate();
    await audit.note(caller, 'key.rotated', { keyId: `recordings-${number}` });
    return ok({ number, sealsAt: isoText(sealsAt) });
  },
});

/** Where the next call continues, and whether the pass has missed a case so far. */
const Place = v.object({
  appId: v.string(),
  cursor: v.optional(v.string()),
  hasMissed: v.optional(v.boolean(), false),
});
type Place = v.InferOutput<typeof Place>;

/** The body that says where to continue. */
const ResealInput = v.object({ after: v.nullish(v.pipe(v.string(), v.maxLength(2000))) });

/**
 * Seals a page of stored cases under the current data key; `next` says where the next call continues. The last page of
 * a pass that sealed every case ends the time in which cases of earlier versions need no code.
 */
export const resealCases: Endpoint<
  Pick<IntakeServices, 'recordings' | 'recordingKeys' | 'applications' | 'work' | 'log'>
> = endpoint({
  method: 'POST',
  path: '/api/recorder/keys/reseal',
  scope: 'admin',
  body: OPTIONAL_JSON_BODY,
  errors: plainErrors,
  doc: recordingKeyDocs.resealCases,

  async answer({ body }, services) {
    const input = v.safeParse(ResealInput, body);
    const place = input.success ? placeOf(input.output.after ?? null) : null;
    const page = place && (await resealPage(services, place, { codesOnly: false }));
    if (!place || !page) return failureOf(INVALID_AFTER);
    const { cases, resealed, missed, next } = page;
    const hasMissed = place.hasMissed || missed > 0;
    if (next === null && !hasMissed) await services.recordingKeys.requireCodes();
    return ok({ cases, resealed, next: next && textOf({ ...next, hasMissed }) });
  },
});

const textOf = (place: Place): string => Buffer.from(JSON.stringify(place)).toString('base64url');

/** Null for a text that `textOf` did not write. */
function placeOf(text: string | null): Place | null {
  if (text === null) return { ...FIRST_PLACE, hasMissed: false };
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Place), Buffer.from(text, 'base64url').toString());
  return read.success ? read.output : null;
}
