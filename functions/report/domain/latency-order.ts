import type { LatencyRow } from './latency-rows.ts';

/** The orders of rows: each with the greatest value first, and rows without one last. */
const RANKS = {
  ratio: ({ ratio }: LatencyRow) => ratio?.p95 ?? -1,
  p95: ({ replayed }: LatencyRow) => replayed?.p95 ?? -1,
  requests: ({ requests }: LatencyRow) => requests,
} as const;
export type LatencyOrder = keyof typeof RANKS;
export const LATENCY_ORDERS = Object.keys(RANKS) as LatencyOrder[]; // contains all of them

/** The order that a query asks for; by ratio otherwise. */
export const latencyOrderOf = (text: string | null): LatencyOrder =>
  LATENCY_ORDERS.find((order) => order === text) ?? 'ratio';

/** Rows in an order; equal ones stay as they are. */
export const inOrder = (rows: readonly LatencyRow[], order: LatencyOrder): LatencyRow[] =>
  rows.toSorted((a, b) => RANKS[order](b) - RANKS[order](a));
