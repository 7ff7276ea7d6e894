import { job } from '../../platform/values/job.ts';
import { sha256Hex } from '../../platform/values/sha256.ts';
import { type ImportOptions, importCases } from './importers/import-cases.ts';
import { appIdOf, type IntakeSettings, type ParsedCases, parseCases, sealedKeyOf } from './parse-cases.ts';
import { type IntakeEntry, parseIntake } from './parse-intake.ts';
import type { Secret } from './sealed/found-credentials.ts';
import { knownCredentials } from './sealed/known-credentials.ts';
import { sealerOf } from './sealed/sealer.ts';

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

/** Cases to store, and the credentials that are known after them. */
export interface PooledCases extends ParsedCases {
  known: readonly Secret[];
}

/** Maximum credentials that a job of another thread takes along and returns. */
export const MAX_TAKEN_ALONG = 500;

/** Maximum sealed keys of a body; a file has one. */
const MAX_SEALED_KEYS = 100;

/** What entries need to be read. */
export const needsOf = (entries: readonly IntakeEntry[]): IntakeNeeds => ({
  apps: [...new Set(entries.flatMap((entry) => appIdOf(entry) ?? []))],
  sealedKeys: [...new Set(entries.flatMap((entry) => sealedKeyOf(entry) ?? []))].slice(0, MAX_SEALED_KEYS),
});

/** What a recorder's body needs to be read; null if it is unreadable. */
export const intakeAppsJob = job('recordings.intake-apps', ({ body }: { body: Uint8Array }): IntakeNeeds | null => {
  const entries = parseIntake(body);
  return entries && needsOf(entries);
});

/** Reads a recorder's body as cases to store; null if it is unreadable. */
export const intakeJob = job(
  'recordings.intake',
  ({ body, ...context }: { body: Uint8Array } & GivenContext): PooledCases | null => {
    const entries = parseIntake(body);
    return entries && pooledCases(entries, context);
  },
);

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
  return { ...parsed, known: known.newest(MAX_TAKEN_ALONG) };
}
