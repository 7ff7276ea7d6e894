import Table from 'cli-table3';
import type { Kind } from '../../functions/compare/domain/kinds.ts';
import type { FindingsEntry, FinishedRun } from './replay-run.ts';

/** What a kind of difference means to who releases the build (spec 3.3). */
const MEANINGS: Readonly<Partial<Record<Kind, string>>> = {
  FIELD_VALUE: 'The field is still there, but says something else than in production.',
  FIELD_MISSING: 'Clients of production receive this field; the new build no longer sends it.',
  SERVER_ERROR: 'Requests that production answered fail inside the new build.',
  FEWER_CALLS: 'Production makes this downstream call; the new build no longer does.',
  CALL_PARAMETERS: 'The new build sends another value to a downstream than production does.',
  NEW_FIELD: 'The new build sends a field that production does not know: harmless if it is meant to be there.',
};
const OTHER_MEANING = 'The new build answers differently from production.';

/** Subjects of downstream calls name their statement. */
const SUBJECT_WIDTH = 44;

/** Formats the findings as a table, each followed by a sentence on its meaning. */
export function findingsTable({ needsAction, toReview }: FinishedRun['findings']): string {
  const rows = [
    ...needsAction.map((entry) => ({ group: 'needsAction', ...entry })),
    ...toReview.map((entry) => ({ group: 'toReview', ...entry })),
  ];
  const table = new Table({
    head: ['', 'group', 'kind', 'subjects', 'endpoints', 'affected/total'],
    style: { head: [], border: [], compact: true },
    colWidths: [null, null, null, SUBJECT_WIDTH],
    wordWrap: true,
  });
  for (const [index, entry] of rows.entries()) table.push(row(index + 1, entry));
  const sentences = rows.map(({ kind }, index) => `  ${index + 1}. ${kind}: ${MEANINGS[kind] ?? OTHER_MEANING}`);
  return [table.toString(), ...sentences].join('\n');
}

const row = (number: number, entry: FindingsEntry & { group: string }): string[] => [
  String(number),
  entry.group,
  entry.kind,
  entry.subjects.join('\n'),
  entry.interfaces.map(({ operationName }) => operationName).join('\n'),
  `${entry.affectedRequests}/${entry.totalRequests}`,
];
