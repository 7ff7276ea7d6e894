import * as v from 'valibot';
import { type Endpoint, failure, OPTIONAL_JSON_BODY, ok, plainErrors } from '../../platform/http/api.ts';
import { isoText } from '../../platform/time/iso-text.ts';
import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';
import { resealCaseJob } from '../domain/sealed/reseal-case-job.ts';
import type { IntakeServices } from '../services.ts';
import { resealCasesDoc, rotateKeysDoc } from './recording-keys.doc.ts';

/** Cases that one call seals again. */
const PAGE = 100;

/** Makes a new data key for recordings (docs/credentials.md). */
export const rotateKeys: Endpoint<Pick<IntakeServices, 'recordingKeys' | 'audit'>> = {
  method: 'POST',
  path: '/api/recorder/keys/rotation',
  scope: 'admin',
  errors: plainErrors,
  doc: rotateKeysDoc,

  async answer({ caller }, { recordingKeys, audit }) {
    const { number, sealsAt } = await recordingKeys.rotate();
    await audit.note(caller, 'key.rotated', { keyId: `recordings-${number}` });
    return ok({ number, sealsAt: isoText(sealsAt) });
  },
};

/** Where the next call goes on: an application, and a place in its list of cases. */
const Place = v.object({ appId: v.string(), cursor: v.optional(v.string()) });

/** The body that says where to go on. */
export const ResealInput = v.object({ after: v.nullish(v.pipe(v.string(), v.maxLength(2000))) });

/** Seals a page of stored cases under the current data key; `next` says where the next call goes on. */
export const resealCases: Endpoint<
  Pick<IntakeServices, 'recordings' | 'recordingKeys' | 'applications' | 'work' | 'log'>
> = {
  method: 'POST',
  path: '/api/recorder/keys/reseal',
  scope: 'admin',
  body: OPTIONAL_JSON_BODY,
  errors: plainErrors,
  doc: resealCasesDoc,

  async answer({ body }, { recordings, recordingKeys, applications, work, log }) {
    const input = v.safeParse(ResealInput, body);
    const place = input.success ? placeOf(input.output.after ?? null) : null;
    if (place === null) return failure(400, 'INVALID_AFTER', 'after is not one of this endpoint');
    const apps = (await recordings.apps()).toSorted();
    const appId = apps.find((one) => one >= place.appId);
    if (appId === undefined) return ok({ cases: 0, resealed: 0, next: null });
    const { cursor } = appId === place.appId ? place : {};
    const page = await recordings.list({ appId, limit: PAGE, ...(cursor !== undefined && { cursor }) });
    if (page === null) return failure(400, 'INVALID_AFTER', 'after is not one of this endpoint');
    const [{ redact, credentials }, { keys }] = await Promise.all([
      applications.settings(appId),
      recordingKeys.sealer(),
    ]);
    let resealed = 0;
    for (const head of page.items.filter(({ unreadable }) => !unreadable)) {
      const stored = await undefinedIfDamaged(recordings.storedPayload(head.caseId));
      if (!stored) continue;
      const { caseId, recordedAt, status } = head;
      const read = await work.run(
        resealCaseJob,
        async () => ({
          stored: await stored.bytes(),
          head: { caseId, recordedAt, status },
          settings: { redact, credentials },
          keys,
        }),
        { bytes: stored.size },
      );
      if (!read.ok) log.warn('a case was not resealed', { case_id: head.caseId, outcome: 'OVER_BUDGET' });
      else if (read.value && (await recordings.replacePayload(head.caseId, read.value))) resealed++;
    }
    const following = apps[apps.indexOf(appId) + 1];
    const next =
      page.nextCursor !== null ? { appId, cursor: page.nextCursor } : following ? { appId: following } : null;
    return ok({ cases: page.items.length, resealed, next: next && textOf(next) });
  },
};

const textOf = (place: v.InferOutput<typeof Place>): string => Buffer.from(JSON.stringify(place)).toString('base64url');

/** Null for a text that is none of `textOf`. */
function placeOf(text: string | null): v.InferOutput<typeof Place> | null {
  if (text === null) return { appId: '' };
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Place), Buffer.from(text, 'base64url').toString());
  return read.success ? read.output : null;
}
