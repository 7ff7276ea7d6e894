import type { Result } from '../../../platform/result.ts';

/** One exchange found in a file, or why it is none; the sentence never carries a value of the file. */
export type ImportedEntry =
  | {
      ok: true;
      /** Epoch ms as the file says it; null where it does not. */
      recordedAt: number | null;
      /** What `readCase` reads, without appId, caseId and recordedAt. */
      input: Record<string, unknown>;
    }
  | { ok: false; reason: string };

/** Reads a file of one format, in the file's order; refuses what is not of that format at all. */
export type Importer = (bytes: Uint8Array) => Result<ImportedEntry[], 'UNREADABLE_IMPORT'>;

/** An exchange that is left out, and why. */
export const skip = (reason: string): ImportedEntry => ({ ok: false, reason });
