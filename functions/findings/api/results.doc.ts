import * as v from 'valibot';
import { Kind } from '../../compare/domain/kinds.ts';
import { answers, badParameterDoc, docs, json, named, refusal } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { lists } from '../../platform/http/documents/shown-schemas.ts';
import { LIMIT_REFUSAL, PAGE_QUERY } from '../../platform/http/page-request.ts';
import { NO_PLAN } from '../../replay/api/parts/run-refusals.ts';
import { MarkInput } from './mark-input.ts';
import {
  MARK_EXAMPLE,
  RESULT_EXAMPLE,
  RESULT_WITH_SIDES_EXAMPLE,
  ResultState,
  ResultWithSides,
  ShownMarking,
  ShownResult,
} from './shown-results.ts';

/** The refusal of an unknown result. */
export const NO_RESULT = refusal(404, 'NOT_FOUND', 'there is no such result');

/** The refusal of a comment that is too long, or no text. */
export const INVALID_COMMENT = refusal(400, 'INVALID_MARK', 'comment must be a string of at most 2,000 characters');
/** The refusal of a mark without a result. */
export const NOTHING_TO_MARK = refusal(409, 'NO_RESULT', 'the request has no result that could be marked');

/** What the OpenAPI document says of results and their marks (interface 10). */
export const resultDocs = docs('Results', {
  listResults: {
    summary: 'List the results of the latest round of a run',
    description: 'In the order of the run. A page may be short. `nextCursor` says whether more follow.',
    query: {
      state: { schema: ResultState, description: 'Only results in this state.', example: 'FAILED' },
      operation: { schema: v.string(), description: 'Only this endpoint.' },
      method: { schema: v.string(), description: 'Only this method.', example: 'GET' },
      kind: { schema: Kind, description: 'Only with a difference of this kind.', example: 'FIELD_VALUE' },
      ...PAGE_QUERY,
    },
    responses: lists(named('Result', ShownResult), RESULT_EXAMPLE),
    refusals: [NO_PLAN, LIMIT_REFUSAL, badParameterDoc('state'), badParameterDoc('kind'), badParameterDoc('cursor')],
  },
  readResult: {
    summary: 'Read a result with both sides and its differences',
    description:
      'Bodies of more than 900,000 characters are cut, with `truncated: true`. Credentials are `***` for callers without the scope write.',
    responses: answers(named('ResultWithSides', ResultWithSides), RESULT_WITH_SIDES_EXAMPLE),
    refusals: [NO_RESULT],
  },
  markPassed: {
    summary: 'Mark a request as expected',
    description:
      'Findings leave the request out from the next query on. Counts, pass rate, verdict and its own state stay. Repeating the mark changes nothing, and another comment replaces the previous one.',
    request: json(MarkInput, { comment: MARK_EXAMPLE.comment }),
    responses: answers(ShownMarking, { planItemId: EXAMPLE.planItemId, marked: true, mark: MARK_EXAMPLE }),
    refusals: [INVALID_COMMENT, NO_RESULT, NOTHING_TO_MARK],
  },
  unmark: {
    summary: 'Remove a mark',
    description: 'Has no effect on a request that is not marked.',
    responses: answers(ShownMarking, { planItemId: EXAMPLE.planItemId, marked: false, mark: null }),
    refusals: [NO_RESULT],
  },
});
