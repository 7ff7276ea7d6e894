import type { PlantedChange } from './changed-build.ts';
import type { LivingOutcome, Row } from './record-living.ts';

/** Begins what is wrong where a change shares its row, or has none. */
export const NO_ROW = 'no row of its own';

const kindAndSubjects = ({ kind, subjects }: Row): string => `${kind} ${subjects.join(' | ')}`;

/** A row as a line, with the endpoints that it names. */
export const lineOf = (row: Row): string =>
  `${kindAndSubjects(row)} in ${row.interfaces
    .map(
      ({ operationName, methods = [], affectedRequests }) =>
        `${methods.join('/')} ${operationName} (${affectedRequests})`,
    )
    .join(', ')}`;

/**
 * What is wrong with the rows of a changed build: changes without a row of their own, and rows of no change that the
 * unchanged build does not have. What noise reduction explains counts as neither.
 */
export function wrongRows(
  planted: readonly PlantedChange[],
  { needsAction, toReview, changed }: LivingOutcome,
  unchanged: readonly LivingOutcome[],
): string[] {
  const unexplained = toReview.filter(({ likelyNoise }) => !likelyNoise);
  const rows = [...needsAction, ...unexplained];
  const expected = new Set(planted.map(({ row: { kind, subject } }) => `${kind} ${subject}`));
  const usual = new Set(unchanged.flatMap((one) => one.toReview).map(kindAndSubjects));
  return [
    ...planted.flatMap(({ what }, at) => (changed[at] ? [] : [`no response has the change: ${what}`])),
    ...planted.flatMap(({ what, row }) =>
      rows.some((one) => kindAndSubjects(one) === `${row.kind} ${row.subject}` && isAt(one, row))
        ? []
        : [`${NO_ROW}: ${what}`],
    ),
    ...needsAction.filter((row) => !expected.has(kindAndSubjects(row))).map((row) => `no change: ${lineOf(row)}`),
    ...unexplained
      .filter((row) => !expected.has(kindAndSubjects(row)) && !usual.has(kindAndSubjects(row)))
      .filter(({ subjects }) => !subjects.every((subject) => isUsual(unchanged, subject)))
      .map((row) => `no change: ${lineOf(row)}`),
  ];
}

const isAt = ({ interfaces }: Row, { at }: PlantedChange['row']): boolean =>
  at === undefined || (interfaces.length === 1 && interfaces[0]?.operationName === at);

/** Whether a field differs in the unchanged build as well: which of them share a row may differ from run to run. */
const isUsual = (unchanged: readonly LivingOutcome[], subject: string): boolean =>
  unchanged.some(({ toReview }) => toReview.some(({ subjects }) => subjects.includes(subject)));
