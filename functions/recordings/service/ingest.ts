import { ERRORS, failure } from '../../platform/http/api.ts';
import type { Result } from '../../platform/result.ts';
import { nextTurn } from '../../platform/time/next-turn.ts';
import { MIN_POOLED_BYTES } from '../../platform/values/job.ts';
import type { IntakeServices } from '../composition.ts';
import type { IntakeAnswer } from '../domain/intake-answer.ts';
import { intakeAppsJob, intakeJob, MAX_TAKEN_ALONG, needsOf, parseCasesJob } from '../domain/intake-jobs.ts';
import {
  appIdOf,
  type IntakeSettings,
  MAX_DECODED_BYTES,
  type ParsedCases,
  parseCases,
} from '../domain/parse-cases.ts';
import { type IntakeEntry, parseIntake } from '../domain/parse-intake.ts';

/** Entries read and cases written per batch, so that other requests can run in between. */
const PART = 500;

type IngestServices = Pick<
  IntakeServices,
  'recordings' | 'recordingKeys' | 'applications' | 'now' | 'newId' | 'log' | 'work'
>;

/** The refusal of a body that takes more time or memory to read than one body may. */
export const OVER_BUDGET = failure(
  ERRORS.tooLarge.status,
  ERRORS.tooLarge.code,
  'reading the body takes too much time or memory: send fewer cases per request',
);

/** The answer, or that reading it took more time or memory than one body may. */
export type Ingested = Result<IntakeAnswer, 'OVER_TIME' | 'OVER_MEMORY'>;

/**
 * Parses entries as cases and stores the valid ones with their application's settings applied; durable when resolved.
 * `bytes`: of the file that they come from.
 */
export async function ingest(
  entries: readonly IntakeEntry[],
  { pinned, bytes }: { pinned: boolean; bytes: number },
  services: IngestServices,
): Promise<Ingested> {
  const answer: IntakeAnswer = { accepted: 0, duplicates: 0, rejected: [] };
  const settingsOf = knownSettings(services);
  const { keys } = await services.recordingKeys.sealer();
  const credentials = services.recordingKeys.credentialsUnder(keys);
  let decodable = MAX_DECODED_BYTES;
  for (let start = 0; start < entries.length; start += PART) {
    const part = entries.slice(start, start + PART);
    const settings = await settingsOf(part.flatMap((entry) => appIdOf(entry) ?? []));
    const known = credentials.newest(MAX_TAKEN_ALONG);
    const context = { now: services.now(), pinned, settings, keys, known, fileKeys: NO_KEYS, decodable };
    const read = await services.work.run(parseCasesJob, () => ({ entries: part, seed: services.newId(), ...context }), {
      bytes: Math.ceil((bytes * part.length) / entries.length),
      urgent: true,
    });
    if (!read.ok) return read;
    decodable = read.value.decodable;
    credentials.note(read.value.known);
    await store(read.value, start, answer, services);
  }
  return finished(answer, services);
}

/** Stores the cases in a recorder's body; null if it is unreadable. */
export async function ingestBody(body: Uint8Array, services: IngestServices): Promise<Ingested | null> {
  const { work, now, newId } = services;
  if (body.byteLength < MIN_POOLED_BYTES) {
    const entries = parseIntake(body);
    return entries && ingestSmall(entries, services);
  }
  const options = { bytes: body.byteLength, urgent: true };
  const needs = await work.run(intakeAppsJob, () => ({ body: new Uint8Array(body) }), options);
  if (!needs.ok) return needs;
  if (needs.value === null) return null;
  const settings = await knownSettings(services)(needs.value.apps);
  const fileKeys = await services.recordingKeys.fileKeys(needs.value.sealedKeys);
  const { keys } = await services.recordingKeys.sealer();
  const credentials = services.recordingKeys.credentialsUnder(keys);
  const known = credentials.newest(MAX_TAKEN_ALONG);
  const read = await work.run(
    intakeJob,
    () => ({ body: new Uint8Array(body), now: now(), seed: newId(), pinned: false, keys, known, fileKeys, settings }),
    options,
  );
  if (!read.ok || read.value === null) return read.ok ? null : read;
  credentials.note(read.value.known);
  const answer: IntakeAnswer = { accepted: 0, duplicates: 0, rejected: [] };
  await store(read.value, 0, answer, services);
  return finished(answer, services);
}

async function ingestSmall(entries: readonly IntakeEntry[], services: IngestServices): Promise<Ingested> {
  const { now, newId } = services;
  const { apps, sealedKeys } = needsOf(entries);
  const settings = await knownSettings(services)(apps);
  const fileKeys = await services.recordingKeys.fileKeys(sealedKeys);
  const sealer = await services.recordingKeys.sealer();
  const known = services.recordingKeys.credentialsUnder(sealer.keys);
  const answer: IntakeAnswer = { accepted: 0, duplicates: 0, rejected: [] };
  await store(
    parseCases(entries, { now: now(), newId, pinned: false, sealer, known, fileKeys, settings }),
    0,
    answer,
    services,
  );
  return finished(answer, services);
}

async function store(
  { cases, rejected }: ParsedCases,
  start: number,
  answer: IntakeAnswer,
  { recordings }: IngestServices,
): Promise<void> {
  answer.rejected.push(...rejected.map(({ index, reason }) => ({ index: start + index, reason })));
  const unreadable = new Set(rejected.map(({ index }) => index));
  const indices = [...Array(cases.length + rejected.length).keys()].filter((index) => !unreadable.has(index));
  if (cases.length === 0) await nextTurn();
  for (let at = 0; at < cases.length; at += PART) {
    for (const [position, outcome] of (await recordings.addStored(cases.slice(at, at + PART))).entries()) {
      if (outcome === 'accepted') answer.accepted++;
      else if (outcome === 'duplicate') answer.duplicates++;
      else answer.rejected.push({ index: start + (indices[at + position] ?? 0), reason: TAKEN });
    }
  }
  answer.rejected.sort((a, b) => a.index - b.index);
}

const TAKEN = 'caseId belongs to a different application';

function finished(answer: IntakeAnswer, { log }: IngestServices): Ingested {
  const { accepted, duplicates, rejected } = answer;
  log.info('cases stored', { accepted, duplicates, rejected: rejected.length });
  return { ok: true, value: answer };
}

/** Files of other tools hold none. */
const NO_KEYS: ReadonlyMap<string, string> = new Map();

/** Settings by appId, read once each. */
function knownSettings({ applications }: Pick<IntakeServices, 'applications'>) {
  const known = new Map<string, IntakeSettings>();
  return async (appIds: readonly string[]): Promise<ReadonlyMap<string, IntakeSettings>> => {
    for (const appId of new Set(appIds)) {
      if (known.has(appId)) continue;
      const { operationNaming, endpoints, redact, credentials } = await applications.settings(appId);
      known.set(appId, { operationNaming, endpoints, redact, credentials });
    }
    return known;
  };
}
