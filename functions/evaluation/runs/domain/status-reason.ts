import type { StatusReason } from './run.ts';

/** Most characters of a detail: it stands in events, whose payload has at most 16 KiB, whatever a definition makes it name. */
const MOST_DETAIL = 2000;

/** Why an attempt ended as it did (evaluation 3.8); what is too long is cut, and ends with `…`. */
export const statusReason = (code: string, detail: string): StatusReason => ({
  code,
  detail: detail.length <= MOST_DETAIL ? detail : `${detail.slice(0, MOST_DETAIL - 1).toWellFormed()}…`,
});
