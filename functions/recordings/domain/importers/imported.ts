import type { Result } from '../../../platform/result.ts';
import type { FilteredExchange } from '../filter/filtered-exchange.ts';

/** One exchange in a file, or why it is skipped; the reason never contains a value of the file. */
export type ImportedEntry =
  | {
      ok: true;
      /** Epoch ms as stated in the file; null if it is not. */
      recordedAt: number | null;
      exchange: FilteredExchange;
      /** The input of `parseCase`, without appId, caseId and recordedAt. */
      input: Record<string, unknown>;
    }
  | { ok: false; reason: string };

/** A file whose exchanges have been found, but not read yet. */
export interface ImportedFile {
  /** At most MAX_EXCHANGES. */
  count: number;
  /** The exchange at a position; null if it shows that the file does not have this format. */
  entry(position: number): ImportedEntry | null;
  /** What the file says of fields that are not compared; a rule may be given several times. */
  rules?: readonly ImportedRule[];
}

/** A field that the recorder of a file left out of its comparison: an ignore rule. */
export interface ImportedRule {
  /** The endpoint; null for every endpoint of the application. */
  endpoint: { method: string; path: string } | null;
  target: 'response' | 'response-headers';
  /** JSONPath, from `$`. */
  path: string;
  comment: string;
}

/** Finds the exchanges of a file of one format, in the file's order; fails if the file has another format. */
export type Importer = (bytes: Uint8Array) => Result<ImportedFile, 'UNREADABLE_IMPORT'>;

/** Creates a skipped entry with its reason. */
export const skip = (reason: string): ImportedEntry => ({ ok: false, reason });
