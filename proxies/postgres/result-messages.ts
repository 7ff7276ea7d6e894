import type { Result } from './result.ts';
import {
  commandComplete,
  dataRow,
  EMPTY_QUERY,
  errorResponse,
  NO_DATA,
  PORTAL_SUSPENDED,
  rowDescription,
} from './server-messages.ts';

/** The description of a result in the formats that the client asks for. */
export const describedResult = ({ fields }: Pick<Result, 'fields'>, formats: readonly number[]): Buffer =>
  fields === null ? NO_DATA : rowDescription(fields, formats);

/** A result of a simple query: in text, with its description. */
export const queryResult = (result: Result): Buffer[] => [
  ...(result.fields === null ? [] : [rowDescription(result.fields, [])]),
  ...executedResult(result, [], 0, 0).messages,
];

/** Rows of a result from one on, at most `maxRows` (0: all); throws a FormatFault if a value cannot be written. */
export function executedResult(
  { tag, fields, rows, notices }: Result,
  formats: readonly number[],
  from: number,
  maxRows: number,
): { messages: Buffer[]; next: number | null } {
  const to = maxRows > 0 ? Math.min(rows.length, from + maxRows) : rows.length;
  const messages = rows.slice(from, to).map((row) => dataRow(row, fields ?? [], formats));
  // PostgreSQL says that rows are left even where the last one was just sent.
  if (maxRows > 0 && to - from === maxRows) return { messages: [...messages, PORTAL_SUSPENDED], next: to };
  return {
    messages: [
      ...notices.map((notice) => errorResponse('N', notice)),
      ...messages,
      tag === '' ? EMPTY_QUERY : commandComplete(tag),
    ],
    next: null,
  };
}
