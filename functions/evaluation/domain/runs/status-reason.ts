import type { StatusReason } from './run.ts';

/**
 * Maximum characters of a detail. Details are part of events, whose payload has at most 16 KiB, however long the names
 * in a definition are.
 */
const MAX_DETAIL_LENGTH = 2000;

/** Why an attempt ended with its status (evaluation 3.8). A long detail is truncated and ends with `…`. */
export const statusReason = (code: string, detail: string): StatusReason => ({
  code,
  detail: detail.length <= MAX_DETAIL_LENGTH ? detail : `${detail.slice(0, MAX_DETAIL_LENGTH - 1).toWellFormed()}…`,
});
