import { accept, type Result, refuse } from '../../../platform/result.ts';
import { isoText } from '../../../platform/time/iso-text.ts';
import { sha256Hex } from '../../../platform/values/sha256.ts';
import { importGoReplay } from './goreplay.ts';
import { importHar } from './har.ts';
import type { ImportedEntry, Importer } from './imported.ts';

/** The supported import formats (interface 10). */
const IMPORTERS: Readonly<Record<string, Importer>> = { har: importHar, goreplay: importGoReplay };

/** The names of the formats. */
export const IMPORT_FORMATS: readonly string[] = Object.keys(IMPORTERS);

/** One entry of an imported file: the input of `readCase`, or why there is none. */
export type ImportedCase = { input: Record<string, unknown> } | { reason: string };

export interface ImportOptions {
  format: string;
  appId: string;
  now: number;
  /** `original` keeps the file's times; otherwise all are shifted together so that the newest exchange is now. */
  recordedAt: 'original' | 'shifted';
  /** Of a part of a file: the position of its first exchange in the whole file. */
  first?: number;
  /** Of a part of a file: the shift of the whole file's times, in ms. */
  shiftMs?: number | null;
}

/** The latest time that a date can hold. */
const MAX_TIME = 8.64e15;

/**
 * Returns the cases of a file, in its order. A caseId is derived from format, application, position and content, so
 * that importing a file twice yields duplicates regardless of shifted times, and of the parts that it is sent in.
 */
export function importCases(
  bytes: Uint8Array,
  { format, appId, now, recordedAt, first = 0, shiftMs = null }: ImportOptions,
): Result<ImportedCase[], 'UNKNOWN_FORMAT' | 'UNREADABLE_IMPORT'> {
  const importer = Object.hasOwn(IMPORTERS, format) ? IMPORTERS[format] : undefined;
  if (!importer) return refuse('UNKNOWN_FORMAT', `format must be one of ${Object.keys(IMPORTERS).join(', ')}`);
  const file = importer(bytes);
  if (!file.ok) return file;

  const entries: ImportedEntry[] = [];
  let newest = Number.NEGATIVE_INFINITY;
  for (let position = 0; position < file.value.count; position++) {
    const entry = file.value.entry(position);
    if (entry === null) return refuse('UNREADABLE_IMPORT', `entry ${first + position} of the file is not readable`);
    if (entry.ok && entry.recordedAt !== null) newest = Math.max(newest, entry.recordedAt);
    entries.push(entry);
  }
  const isOriginal = recordedAt === 'original' || newest === Number.NEGATIVE_INFINITY;
  const shift = isOriginal ? 0 : (shiftMs ?? now - newest);

  const cases: ImportedCase[] = [];
  for (const [index, entry] of entries.entries()) {
    if (!entry.ok) cases.push({ reason: entry.reason });
    else {
      const content = JSON.stringify([format, appId, first + index, entry.recordedAt, entry.input]);
      const caseId = `${format}-${sha256Hex(content).slice(0, 32)}`;
      const time = entry.recordedAt === null ? now : Math.min(MAX_TIME, Math.max(0, entry.recordedAt + shift));
      cases.push({ input: { ...entry.input, appId, caseId, recordedAt: isoText(time) } });
    }
  }
  return accept(cases);
}
