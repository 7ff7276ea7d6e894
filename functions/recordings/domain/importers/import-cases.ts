import { accept, type Result, refuse } from '../../../platform/result.ts';
import { isoText } from '../../../platform/time/iso-text.ts';
import { sha256Hex } from '../../../platform/values/sha256.ts';
import { importGoReplay } from './goreplay.ts';
import { importHar } from './har.ts';
import type { Importer } from './imported.ts';

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
}

/**
 * Returns the cases of a file, in its order. A caseId is derived from format, application, position and content, so
 * that importing a file twice yields duplicates regardless of shifted times.
 */
export function importCases(
  bytes: Uint8Array,
  { format, appId, now, recordedAt }: ImportOptions,
): Result<ImportedCase[], 'UNKNOWN_FORMAT' | 'UNREADABLE_IMPORT'> {
  const importer = Object.hasOwn(IMPORTERS, format) ? IMPORTERS[format] : undefined;
  if (!importer) return refuse('UNKNOWN_FORMAT', `format must be one of ${Object.keys(IMPORTERS).join(', ')}`);
  const read = importer(bytes);
  if (!read.ok) return read;

  const times = read.value.flatMap((entry) => (entry.ok && entry.recordedAt !== null ? [entry.recordedAt] : []));
  const newest = times.reduce((max, time) => Math.max(max, time), Number.NEGATIVE_INFINITY);
  const shift = recordedAt === 'original' || times.length === 0 ? 0 : now - newest;
  return accept(
    read.value.map((entry, position) => {
      if (!entry.ok) return { reason: entry.reason };
      const content = JSON.stringify([format, appId, position, entry.recordedAt, entry.input]);
      const caseId = `${format}-${sha256Hex(content).slice(0, 32)}`;
      const time = entry.recordedAt === null ? now : Math.max(0, entry.recordedAt + shift);
      return { input: { ...entry.input, appId, caseId, recordedAt: isoText(time) } };
    }),
  );
}
