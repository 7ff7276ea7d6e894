import type { ApplicationSettings } from '../../applications/domain/application-settings.ts';
import { sealRules } from '../../applications/domain/redact-rule.ts';
import { nextTurn } from '../../platform/time/next-turn.ts';
import type { IntakeServices } from '../composition.ts';
import { addFields, type PersonalFields } from '../domain/personal/field-counts.ts';
import { impersonalOperation } from '../domain/personal/path-segments.ts';
import { missingSealRules, personalFieldsOf } from '../domain/personal/personal-data.ts';
import { personalDataJob } from '../domain/personal/personal-data-job.ts';
import { sealFieldsJob } from '../domain/sealed/seal-fields-job.ts';
import type { StoredCase } from '../domain/stored-case.ts';
import { sealedEndpoint } from './sealed-endpoint.ts';

type Services = Pick<IntakeServices, 'recordings' | 'recordingKeys' | 'applications' | 'work' | 'log'>;

/** What looking takes of an application's settings. */
export type LookSettings = Pick<ApplicationSettings, 'redact' | 'credentials' | 'endpoints' | 'personalData'>;

/**
 * Looks for personal data in a sample of cases that are about to be stored, and counts it by endpoint and field. Where
 * the application seals it automatically, a rule is added for each field, and the cases are returned as the new rules
 * seal them: null for one that cannot be sealed in the time or memory of a case, which must not be stored as it is.
 */
export async function lookForPersonalData(
  services: Services,
  cases: readonly StoredCase[],
  settings: ReadonlyMap<string, LookSettings>,
): Promise<readonly (StoredCase | null)[]> {
  const counted = cases
    .filter(({ head }) => settings.get(head.appId)?.personalData !== 'off')
    .map((one) => ({ ...one, head: { ...one.head, operation: impersonalOperation(one.head.operation) } }));
  const ruled = new Map<string, LookSettings>();
  for (const { head, some } of byEndpoint(await services.recordings.personalData.sampled(counted))) {
    const fields: PersonalFields = new Map();
    for (const one of some) addFields(fields, await fieldsIn(services, one));
    const counts = await services.recordings.personalData.add(head, some.length, fields);
    const own = ruled.get(head.appId) ?? settings.get(head.appId);
    if (own?.personalData !== 'seal') continue;
    const rules = missingSealRules(personalFieldsOf(head, counts, own.redact));
    if (rules.length === 0) continue;
    const redact = await services.applications.addRedactRules(head.appId, rules);
    ruled.set(head.appId, { ...own, redact });
    // An application has a maximum of rules.
    const texts = new Set(redact.map((rule) => JSON.stringify(rule)));
    const added = rules.filter((rule) => texts.has(JSON.stringify(rule))).length;
    if (added > 0) services.log.info('personal data is sealed from now on', { rules: added });
    if (added < rules.length)
      services.log.warn('personal data has no rule that seals it', { rules: rules.length - added });
  }
  return ruled.size === 0 ? cases : Promise.all(cases.map((one) => sealedBy(services, one, ruled.get(one.head.appId))));
}

/** Markup takes several times as long to read as JSON: it goes to another thread from a smaller size on. */
const MARKUP_FACTOR = 4;

function byEndpoint(cases: readonly StoredCase[]): Iterable<{ head: StoredCase['head']; some: StoredCase[] }> {
  const endpoints = new Map<string, { head: StoredCase['head']; some: StoredCase[] }>();
  for (const one of cases) {
    const { appId, method, operation } = one.head;
    const name = JSON.stringify([appId, method, operation]);
    const known = endpoints.get(name);
    if (known) known.some.push(one);
    else endpoints.set(name, { head: one.head, some: [one] });
  }
  return endpoints.values();
}

async function fieldsIn({ work, log }: Services, { head, payload }: StoredCase): Promise<PersonalFields> {
  await nextTurn();
  const options = { bytes: MARKUP_FACTOR * payload.size, urgent: true };
  const read = await work.run(
    personalDataJob,
    () => ({ stored: new Uint8Array(payload.bytes), operation: head.operation }),
    options,
  );
  if (read.ok) return read.value.fields;
  log.warn('a case was not searched for personal data', { case_id: head.caseId, outcome: read.code });
  return new Map();
}

async function sealedBy(
  { recordingKeys, work, log }: Services,
  one: StoredCase,
  settings: LookSettings | undefined,
): Promise<StoredCase | null> {
  if (settings === undefined) return one;
  const { keys } = await recordingKeys.sealer();
  const { head, payload } = one;
  const { redact, credentials } = settings;
  const read = await work.run(
    sealFieldsJob,
    () => ({ stored: new Uint8Array(payload.bytes), head, settings: { redact, credentials }, keys }),
    { bytes: payload.size, urgent: true },
  );
  if (read.ok) return read.value === null ? one : { ...sealedHead(one, settings), payload: read.value.payload };
  log.warn('a case was not stored, as it could not be sealed', { case_id: head.caseId, outcome: read.code });
  return null;
}

/** The case under the name of its endpoint in which segments of the path are sealed. */
function sealedHead(one: StoredCase, settings: LookSettings): StoredCase {
  const named = sealedEndpoint(one.head, { ...settings, redact: sealRules(settings.redact) });
  if (named === null) return one;
  const { recordedAs: _, ...head } = one.head;
  const { operation, recordedAs } = named;
  return { ...one, head: { ...head, operation, ...(recordedAs !== undefined && { recordedAs }) } };
}
