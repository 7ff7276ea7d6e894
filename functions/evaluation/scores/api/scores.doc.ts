import * as v from 'valibot';
import { type EndpointDoc, json, named } from '../../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../../platform/http/documents/path-parts.ts';
import { Time } from '../../../platform/http/documents/shown-schemas.ts';
import { problemDocs } from '../../../platform/http/problem.ts';
import { listDoc, readDoc } from '../../api/resource-docs.ts';
import { DATA_TYPES, SCORE_SOURCES, TARGET_TYPES } from '../domain/score.ts';
import { ScoreBody } from '../domain/score-input.ts';
import { SCORE_EXAMPLE, ShownScore } from './shown-score.ts';

const Value = v.optional(v.nullable(v.union([v.number(), v.boolean(), v.string()])));

const Body = named(
  'ScoreToWrite',
  v.object({
    ...ScoreBody.entries,
    value: Value,
    numeric_value: v.nullish(v.number()),
    boolean_value: v.nullish(v.boolean()),
    string_value: v.nullish(v.string()),
  }),
);

/** Refusals of a client's score, in both versions. */
export const SCORE_REFUSALS = problemDocs(
  'score_id_conflict',
  'validation_failed',
  'value_type_mismatch',
  'number_out_of_range',
  'inconsistent_target',
  'unsupported_target_type',
);

/** API documentation of writing a score (evaluation 3.12). */
export const writeScoreDoc: EndpointDoc = {
  id: 'writeScore',
  tag: 'Scores',
  summary: 'Write a score',
  description:
    'For telemetry, annotations and other scores that no scorer of a run put out: gates read only what trusted hosts measured, never this. ' +
    'The value stands in `value`, or in the one typed member that fits; numbers are kept digit for digit. ' +
    'The same `score_id` with the same content answers 200 with what is stored. Scores never change: a correction `supersedes` another.',
  request: json(Body, {
    target_type: 'trace',
    target_id: EXAMPLE.traceId,
    name: 'helpfulness',
    value: 0.8,
    source: 'annotation',
    author_id: 'ada',
    comment: 'answers the question',
  }),
  responses: { 201: json(ShownScore, SCORE_EXAMPLE), 200: json(ShownScore, SCORE_EXAMPLE) },
  refusals: [...problemDocs('scorer_output_reserved', 'target_not_found'), ...SCORE_REFUSALS],
};

/** API documentation of reading a score (evaluation 3.12). */
export const readScoreDoc = readDoc(ShownScore, SCORE_EXAMPLE, {
  id: 'readScore',
  tag: 'Scores',
  summary: 'One score',
  params: { scoreId: { schema: v.string(), description: 'Id of a score.', example: SCORE_EXAMPLE.score_id } },
});

/** API documentation of listing scores (evaluation 3.12). */
export const listScoresDoc = listDoc(ShownScore, SCORE_EXAMPLE, {
  id: 'listScores',
  tag: 'Scores',
  summary: 'List scores, the newest first',
  description:
    'Needs a target (both members), a run or a name. A page may be short, even empty, where few scores pass the filters: `has_more` says whether it goes on.',
  query: {
    target_type: { schema: v.picklist(TARGET_TYPES), description: 'Of this type of target.', example: 'trace' },
    target_id: { schema: v.string(), description: 'Of the targets of this id.', example: EXAMPLE.traceId },
    name: { schema: v.string(), description: 'Of this name.' },
    workflow_run_id: { schema: v.string(), description: 'Of this run, its attempts, and what they measured.' },
    source: { schema: v.picklist(SCORE_SOURCES), description: 'Of this source.' },
    origin: { schema: v.picklist(['client', 'trusted_host']), description: 'Of clients, or of trusted hosts.' },
    data_type: { schema: v.picklist(DATA_TYPES), description: 'Of this type.' },
    from: { schema: Time, description: 'Not before this timestamp.' },
    to: { schema: Time, description: 'Before this timestamp.' },
  },
});
