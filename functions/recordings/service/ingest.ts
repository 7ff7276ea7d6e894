import { ERRORS, failure } from '../../platform/http/api.ts';
import type { Result } from '../../platform/result.ts';
import { nextTurn } from '../../platform/time/next-turn.ts';
import { MIN_POOLED_BYTES } from '../../platform/values/job.ts';
import type { IntakeServices } from '../composition.ts';
import type { IntakeAnswer } from '../domain/intake-answer.ts';
import {
  type IntakeNeeds,
  intakeJob,
  MAX_TAKEN_ALONG,
  needsOf,
  parseCasesJob,
  probableNeeds,
  unpackedCases,
} from '../domain/intake-jobs.ts';
import {
  appIdOf,
  type IntakeSettings,
  MAX_DECODED_BYTES,
  type ParsedCases,
  parseCases,
} from '../domain/parse-cases.ts';
import { type IntakeEntry, parseIntake } from '../domain/parse-intake.ts';
import type { LookSettings } from './look-for-personal-data.ts';
import { storeCases } from './store-cases.ts';

/** Entries that are read together. */
const PART = 500;
/** Entries of a small body that are read in one turn: each may be as short as it likes. */
const READ_AT_ONCE = 50;

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
    await storeCases(unpackedCases(read.value), start, { answer, settings }, services);
  }
  return finished(answer, services);
}

/** Stores the cases in a recorder's body, which is parsed once; null if it is unreadable. */
export async function ingestBody(body: Uint8Array, services: IngestServices): Promise<Ingested | null> {
  if (body.byteLength < MIN_POOLED_BYTES) {
    const entries = parseIntake(body);
    return entries && ingestSmall(entries, services);
  }
  const { keys } = await services.recordingKeys.sealer();
  const settingsOf = knownSettings(services);
  const first = await readPooled(body, probableNeeds(body), { keys, settingsOf, services });
  // Another application or file further on: what it needs is known then.
  const read =
    first.ok && first.value !== null && 'needs' in first.value
      ? await readPooled(body, first.value.needs, { keys, settingsOf, services })
      : first;
  if (!read.ok || read.value === null) return read.ok ? null : read;
  if ('needs' in read.value) throw new Error('an intake needs more than it said');
  services.recordingKeys.credentialsUnder(keys).note(read.value.known);
  const answer: IntakeAnswer = { accepted: 0, duplicates: 0, rejected: [] };
  await storeCases(unpackedCases(read.value), 0, { answer, settings: await settingsOf([]) }, services);
  return finished(answer, services);
}

interface PooledReading {
  keys: string;
  settingsOf: ReturnType<typeof knownSettings>;
  services: IngestServices;
}

/** Reads a body in another thread, if it needs no more than what is read for it here. */
async function readPooled(body: Uint8Array, given: IntakeNeeds, { keys, settingsOf, services }: PooledReading) {
  const { work, now, newId, recordingKeys } = services;
  const settings = await settingsOf(given.apps);
  const fileKeys = await recordingKeys.fileKeys(given.sealedKeys);
  const known = recordingKeys.credentialsUnder(keys).newest(MAX_TAKEN_ALONG);
  const context = { pinned: false, keys, known, fileKeys, settings };
  return work.run(intakeJob, () => ({ body: new Uint8Array(body), given, now: now(), seed: newId(), ...context }), {
    bytes: body.byteLength,
    urgent: true,
  });
}

async function ingestSmall(entries: readonly IntakeEntry[], services: IngestServices): Promise<Ingested> {
  const { now, newId } = services;
  const { apps, sealedKeys } = needsOf(entries);
  const settings = await knownSettings(services)(apps);
  const fileKeys = await services.recordingKeys.fileKeys(sealedKeys);
  const sealer = await services.recordingKeys.sealer();
  const known = services.recordingKeys.credentialsUnder(sealer.keys);
  const answer: IntakeAnswer = { accepted: 0, duplicates: 0, rejected: [] };
  const all: ParsedCases = { cases: [], rejected: [], decodable: MAX_DECODED_BYTES };
  for (let start = 0; start < entries.length; start += READ_AT_ONCE) {
    if (start > 0) await nextTurn();
    const part = entries.slice(start, start + READ_AT_ONCE);
    const context = { now: now(), newId, pinned: false, sealer, known, fileKeys, settings };
    const { cases, rejected, decodable } = parseCases(part, { ...context, decodable: all.decodable });
    all.cases.push(...cases);
    all.rejected.push(...rejected.map(({ index, reason }) => ({ index: start + index, reason })));
    all.decodable = decodable;
  }
  await storeCases(all, 0, { answer, settings }, services);
  return finished(answer, services);
}

function finished(answer: IntakeAnswer, { log }: IngestServices): Ingested {
  const { accepted, duplicates, rejected } = answer;
  log.info('cases stored', { accepted, duplicates, rejected: rejected.length });
  return { ok: true, value: answer };
}

/** Files of other tools hold none. */
const NO_KEYS: ReadonlyMap<string, string> = new Map();

/** Settings by appId, read once each. */
function knownSettings({ applications }: Pick<IntakeServices, 'applications'>) {
  const known = new Map<string, IntakeSettings & LookSettings>();
  return async (appIds: readonly string[]): Promise<ReadonlyMap<string, IntakeSettings & LookSettings>> => {
    for (const appId of new Set(appIds)) {
      if (known.has(appId)) continue;
      const { operationNaming, endpoints, redact, credentials, personalData } = await applications.settings(appId);
      known.set(appId, { operationNaming, endpoints, redact, credentials, personalData });
    }
    return known;
  };
}
