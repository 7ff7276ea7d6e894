import type { Case, CaseWithPayload } from '../../client/paths.ts';

/** A case with its request and response, as the service shows it: sealed values are `sealed`. */
export type ShownCase = CaseWithPayload;

/** A case in a list. */
export type ListedCase = Case;

/** Writes cases as a file of another tool, piece by piece. */
export interface ExportWriter {
  /** The order in which the file has the cases; they are listed newest first. */
  order(cases: readonly ListedCase[]): readonly ListedCase[];
  start(): string;
  /** The text of one case with what separates it from the one before, or why the format cannot hold it. */
  add(one: ShownCase): string | { reason: string };
  end(): string;
  /** Downstream calls of a case in files of their own; absent where the format has no such files. */
  callsOf?(one: ShownCase): CallText[];
}

/** A downstream call of a case as text of the file of its target, or why it is left out. */
export type CallText = { target: string; text: string } | { target: string; reason: string };

/** Makes the writer of one file. */
export type ExportFormat = (file: { appId: string; version: string }) => ExportWriter;

export const TRUNCATED = 'a body is larger than the service shows';
export const NOT_RECORDED = 'its response was not recorded, which the format cannot express';
