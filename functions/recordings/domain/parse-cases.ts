import { type ApplicationSettings, DEFAULT_SETTINGS } from '../../applications/domain/application-settings.ts';
import { patternMatcher } from '../../applications/domain/endpoint-patterns.ts';
import { isObject } from '../../platform/json/is-object.ts';
import { budgetedDecoder } from './content-encoding.ts';
import { parseCase } from './parse-case.ts';
import type { IntakeEntry } from './parse-intake.ts';
import { openFileCase } from './sealed/file-case.ts';
import type { KnownCredentials } from './sealed/known-credentials.ts';
import { type Sealer, sealerOf } from './sealed/sealer.ts';
import { type StoredCase, storedCase } from './stored-case.ts';

/** What reading a case takes of its application's settings. */
export type IntakeSettings = Pick<ApplicationSettings, 'operationNaming' | 'endpoints' | 'redact' | 'credentials'>;

/** External inputs of reading entries as cases. */
export interface CasesContext {
  now: number;
  newId(): string;
  pinned: boolean;
  sealer: Sealer;
  /** Credentials of cases that were read lately; those of these cases are added. */
  known: KnownCredentials;
  /** The data keys of recordings in files, by their sealed form. */
  fileKeys: ReadonlyMap<string, string>;
  /** By appId; applications without an entry have the default settings. */
  settings: ReadonlyMap<string, IntakeSettings>;
  /** Bytes that responses may be decoded to. Default: MAX_DECODED_BYTES. */
  decodable?: number;
}

/** Maximum bytes that the responses of a request are decoded to, for decompression bombs. */
export const MAX_DECODED_BYTES = 128 * 1024 * 1024;

/** Entries as cases to store; `index` counts them from 0. */
export interface ParsedCases {
  cases: StoredCase[];
  rejected: { index: number; reason: string }[];
  /** What is left of `decodable`. */
  decodable: number;
}

/** Parses entries as cases, with their application's settings applied. */
export function parseCases(
  entries: readonly IntakeEntry[],
  { now, newId, pinned, sealer, known, fileKeys, settings, decodable = MAX_DECODED_BYTES }: CasesContext,
): ParsedCases {
  const { decode, left } = budgetedDecoder(decodable);
  const read: Omit<ParsedCases, 'decodable'> = { cases: [], rejected: [] };
  const matchers = new Map([...settings].map(([appId, { endpoints }]) => [appId, patternMatcher(endpoints)]));
  const openers = new Map([...fileKeys].map(([sealed, keys]) => [sealed, sealerOf(keys)]));
  for (const [index, entry] of entries.entries()) {
    if ('reason' in entry) {
      read.rejected.push({ index, reason: entry.reason });
      continue;
    }
    const sealedKey = sealedKeyOf(entry);
    const input = sealedKey === null ? entry.input : openedInput(entry.input, openers.get(sealedKey));
    if (input === null) {
      read.rejected.push({ index, reason: NOT_OPENED });
      continue;
    }
    const appId = appIdOf(entry) ?? '';
    const matcher = matchers.get(appId);
    const own = settings.get(appId) ?? DEFAULT_SETTINGS;
    const result = parseCase(input, { now, newId, settings: own, sealer, ...(matcher && { matcher }), decode, known });
    if (result.ok) read.cases.push(storedCase(pinned ? { ...result.value, pinned } : result.value));
    else read.rejected.push({ index, reason: result.message });
  }
  return { ...read, decodable: left() };
}

const NOT_OPENED = 'sealedKey cannot be opened: it was sealed for another service or tenant, or was changed';

const openedInput = (input: unknown, opener: Sealer | undefined): unknown =>
  opener === undefined ? null : openFileCase(input, opener);

/** The sealed key of a case from a file; null for a case in clear. */
export function sealedKeyOf(entry: IntakeEntry): string | null {
  const input = 'input' in entry ? entry.input : null;
  const sealedKey = isObject(input) ? input.sealedKey : null;
  return typeof sealedKey === 'string' && sealedKey.length <= MAX_SEALED_KEY ? sealedKey : null;
}

const MAX_SEALED_KEY = 2048;

/** The appId of an entry; null if it is invalid, as then no settings are read. */
export function appIdOf(entry: IntakeEntry): string | null {
  const input = 'input' in entry ? entry.input : null;
  const appId = typeof input === 'object' && input !== null && 'appId' in input ? input.appId : null;
  return typeof appId === 'string' && appId.isWellFormed() && appId.length > 0 && appId.length <= 200 ? appId : null;
}
