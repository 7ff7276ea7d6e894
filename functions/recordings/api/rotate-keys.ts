import * as v from 'valibot';
import { type Endpoint, failureOf, OPTIONAL_JSON_BODY, ok, plainErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { isoText } from '../../platform/time/iso-text.ts';
import type { IntakeServices } from '../composition.ts';
import { FIRST_LOCATION, resealPage } from '../service/reseal-page.ts';
import { INVALID_AFTER, recordingKeyDocs } from './recording-keys.doc.ts';

/** Makes a new data key for recordings (docs/credentials.md). */
export const rotateKeys: Endpoint<Pick<IntakeServices, 'recordingKeys' | 'audit'>> = endpoint({
  method: 'POST',
  path: '/api/recorder/keys/rotation',
  scope: 'admin',
  audits: 'key.rotated',
  errors: plainErrors,
  doc: recordingKeyDocs.rotateRecordingKeys,

  async answer({ caller }, { recordingKeys, audit }) {
    const { number, sealsAt } = await recordingKeys.rotate();
    await audit.note(caller, 'key.rotated', { keyId: `recordings-${number}` });
    return ok({ number, sealsAt: isoText(sealsAt) });
  },
});

/** Where the next call continues, and whether the pass has missed a case so far. */
const Location = v.object({
  appId: v.string(),
  cursor: v.optional(v.string()),
  hasMissed: v.optional(v.boolean(), false),
});
type Location = v.InferOutput<typeof Location>;

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
    const location = input.success ? locationOf(input.output.after ?? null) : null;
    const page = location && (await resealPage(services, location, { codesOnly: false }));
    if (!location || !page) return failureOf(INVALID_AFTER);
    const { cases, resealed, missed, next } = page;
    const hasMissed = location.hasMissed || missed > 0;
    if (next === null && !hasMissed) await services.recordingKeys.requireCodes();
    return ok({ cases, resealed, next: next && textOf({ ...next, hasMissed }) });
  },
});

const textOf = (location: Location): string => Buffer.from(JSON.stringify(location)).toString('base64url');

/** Null for a text that `textOf` did not write. */
function locationOf(text: string | null): Location | null {
  if (text === null) return { ...FIRST_LOCATION, hasMissed: false };
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Location), Buffer.from(text, 'base64url').toString());
  return parsed.success ? parsed.output : null;
}
