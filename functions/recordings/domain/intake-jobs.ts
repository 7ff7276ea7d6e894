import { job } from '../../platform/values/job.ts';
import { sha256Hex } from '../../platform/values/sha256.ts';
import type { StoredJson } from '../../platform/values/stored-json.ts';
import { type ImportOptions, importCases } from './importers/import-cases.ts';
import { type PackedPayloads, packPayloads, unpackPayloads } from './packed-payloads.ts';
import { appIdOf, type IntakeSettings, type ParsedCases, parseCases, sealedKeyOf } from './parse-cases.ts';
import { type IntakeEntry, parseIntake } from './parse-intake.ts';
import type { Secret } from './sealed/found-credentials.ts';
import { knownCredentials } from './sealed/known-credentials.ts';
import { sealerOf } from './sealed/sealer.ts';
import type { StoredCase } from './stored-case.ts';

interface GivenContext {
  now: number;
  /** 32 random hex digits, from which ids are derived. */
  seed: string;
  pinned: boolean;
  /** The data keys (sealer.ts). */
  keys: string;
  /** Credentials of cases that were read lately. */
  known: readonly Secret[];
  fileKeys: ReadonlyMap<string, string>;
  settings: ReadonlyMap<string, IntakeSettings>;
  decodable?: number;
}

/** What a recorder's body needs to be read. */
export interface IntakeNeeds {
  /** The applications that its entries name. */
  apps: string[];
  /** The sealed keys of recordings in files. */
  sealedKeys: string[];
}

/** Cases to store whose payloads are packed, and the credentials that are known after them. */
interface PooledCases extends PackedPayloads, Omit<ParsedCases, 'cases'> {
  cases: (Omit<StoredCase, 'payload'> & { payload: Omit<StoredJson, 'bytes'> })[];
  known: readonly Secret[];
}

/** The cases of a job, with their payloads. */
export const unpackedCases = ({ cases, stored, sizes, rejected, decodable }: PooledCases): ParsedCases => {
  const payloads = unpackPayloads({ stored, sizes });
  return {
    cases: cases.map((one, at) => ({ ...one, payload: { ...one.payload, bytes: payloads[at] ?? new Uint8Array() } })),
    rejected,
    decodable,
  };
};

/** Maximum credentials that a job of another thread takes along and returns. */
export const MAX_TAKEN_ALONG = 500;

/** Maximum sealed keys of a body; a file has one. */
const MAX_SEALED_KEYS = 100;

/** What entries need to be read. */
export const needsOf = (entries: readonly IntakeEntry[]): IntakeNeeds => ({
  apps: [...new Set(entries.flatMap((entry) => appIdOf(entry) ?? []))],
  sealedKeys: [...new Set(entries.flatMap((entry) => sealedKeyOf(entry) ?? []))].slice(0, MAX_SEALED_KEYS),
});

/** What a recorder's body probably needs, by its beginning: most bodies are of one application and one file. */
export function probableNeeds(body: Uint8Array): IntakeNeeds {
  const beginning = UTF_8.decode(body.subarray(0, MAX_BEGINNING));
  return { apps: valueIn(beginning, APP_ID), sealedKeys: valueIn(beginning, SEALED_KEY) };
}

const UTF_8 = new TextDecoder();
const MAX_BEGINNING = 16 * 1024;
const APP_ID = /"appId"\s*:\s*"([^"\\]{1,200})"/;
const SEALED_KEY = /"sealedKey"\s*:\s*"([^"\\]{1,2048})"/;

const valueIn = (text: string, pattern: RegExp): string[] => pattern.exec(text)?.slice(1, 2) ?? [];

/**
 * Reads a recorder's body as cases to store. Returns what it needs, where that is more than what was read for it
 * (`given`); null if it is unreadable.
 */
export const intakeJob = job(
  'recordings.intake',
  ({
    body,
    given,
    ...context
  }: { body: Uint8Array; given: IntakeNeeds } & GivenContext): PooledCases | { needs: IntakeNeeds } | null => {
    const entries = parseIntake(body);
    if (entries === null) return null;
    const needs = needsOf(entries);
    return covers(given, needs) ? pooledCases(entries, context) : { needs };
  },
);

const covers = (given: IntakeNeeds, { apps, sealedKeys }: IntakeNeeds): boolean =>
  apps.every((appId) => given.apps.includes(appId)) && sealedKeys.every((key) => given.sealedKeys.includes(key));

/** The entries of an imported file. */
export const importJob = job('recordings.import', ({ bytes, ...options }: { bytes: Uint8Array } & ImportOptions) =>
  importCases(bytes, options),
);

/** Parses entries of an imported file as cases to store. */
export const parseCasesJob = job(
  'recordings.read-cases',
  ({ entries, ...context }: { entries: readonly IntakeEntry[] } & GivenContext): PooledCases =>
    pooledCases(entries, context),
);

function pooledCases(
  entries: readonly IntakeEntry[],
  { seed, keys, known: given, ...context }: GivenContext,
): PooledCases {
  let made = 0;
  const known = knownCredentials(given);
  const newId = () => sha256Hex(`${seed}-${made++}`).slice(0, 32);
  const parsed = parseCases(entries, { ...context, sealer: sealerOf(keys), known, newId });
  return {
    ...parsed,
    cases: parsed.cases.map(({ payload: { size, digest }, ...one }) => ({ ...one, payload: { size, digest } })),
    ...packPayloads(parsed.cases.map(({ payload }) => payload.bytes)),
    known: known.newest(MAX_TAKEN_ALONG),
  };
}
