import { childrenOf, memberOf, nameOf, stringOf, type Tape, typeOf } from '../../../platform/json/tape.ts';
import { parameterNames } from './parameter-names.ts';

/** A value of a call to a database, and its column; null where no column is known. */
export interface ColumnNode {
  node: number;
  list: 'parameters' | 'rows';
  column: string | null;
}

/**
 * The parameters of a statement, by the columns that they are written to or compared with, and the values of rows that
 * are lists, by the names of `fields`, or objects. Empty for any other JSON.
 */
export function columnNodes(tape: Tape, maxRows = Number.POSITIVE_INFINITY): ColumnNode[] {
  return [...parametersIn(tape), ...valuesOfRows(tape, maxRows)];
}

function parametersIn(tape: Tape): ColumnNode[] {
  const sql = memberOf(tape, 0, 'sql');
  if (sql < 0 || typeOf(tape, sql) !== 'string') return [];
  const parameters = elementsOf(tape, memberOf(tape, 0, 'parameters'));
  if (parameters.length === 0) return [];
  const names = parameterNames(stringOf(tape, sql));
  const listOf = (list: readonly number[]) =>
    list.map((node, index) => ({ node, list: 'parameters' as const, column: names.get(index) ?? null }));
  const isBatch = parameters.every((one) => typeOf(tape, one) === 'array');
  return isBatch ? parameters.flatMap((one) => listOf(elementsOf(tape, one))) : listOf(parameters);
}

function valuesOfRows(tape: Tape, maxRows: number): ColumnNode[] {
  const columns = elementsOf(tape, memberOf(tape, 0, 'fields')).map((field) => {
    const name = memberOf(tape, field, 'name');
    return name >= 0 && typeOf(tape, name) === 'string' ? stringOf(tape, name) : null;
  });
  return elementsOf(tape, memberOf(tape, 0, 'rows'))
    .slice(0, maxRows)
    .flatMap((row) =>
      typeOf(tape, row) === 'object'
        ? childrenOf(tape, row).map((node) => ({ node, list: 'rows' as const, column: nameOf(tape, node) }))
        : elementsOf(tape, row).map((node, index) => ({ node, list: 'rows' as const, column: columns[index] ?? null })),
    );
}

const elementsOf = (tape: Tape, node: number): number[] =>
  node >= 0 && typeOf(tape, node) === 'array' ? childrenOf(tape, node) : [];
