import type { ReplayRound } from '../../replay/domain/plan.ts';

/** Whether requests of a round may have changed data that a failing one reads, after its first replay. */
export const mayHaveWritten = ({ selection }: Pick<ReplayRound, 'selection'>): boolean =>
  selection?.order !== undefined && selection.order.reason !== 'only reads';
