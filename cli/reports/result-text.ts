import type { ResultWithSides } from '../../client/paths.ts';
import { isExpectedId } from '../../functions/compare/domain/expected/expectation-ids.ts';
import { sealedSides } from '../../functions/compare/domain/sealed-sides.ts';
import { tableText } from '../output.ts';

type ShownResult = Pick<ResultWithSides, 'state' | 'operation' | 'status' | 'differences' | 'traceId' | 'caseId'> & {
  request: { method: string; path: string } | null;
};

/** Formats one result for a terminal: both statuses, and every difference with both values. */
export function resultText(
  { state, operation, status, request, differences, traceId, caseId }: ShownResult,
  width?: number,
): string {
  const rows = differences.map(({ kind, path, rule, group, note, ...values }) => {
    const { recorded, replayed } = sealedSides(note) ?? values;
    return [groupText(rule, group), kind, path, cut(recorded), cut(replayed)];
  });
  return [
    `${state}  ${request === null ? operation : `${request.method} ${request.path}`}`,
    `status ${status.recorded ?? '-'} -> ${status.replayed ?? '-'}   case ${caseId}   trace ${traceId}`,
    '',
    tableText(['', 'kind', 'path', 'recorded', 'replayed'], rows, 'Nothing differs.', width),
  ].join('\n');
}

function groupText(rule: string | null, group: ShownResult['differences'][number]['group']): string {
  if (rule !== null) return isExpectedId(rule) ? 'expected' : 'ignored';
  return group === 'needsAction' ? 'needs action' : 'to review';
}

const MAX_LENGTH = 60;
const cut = (text: string | null) =>
  text !== null && text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
