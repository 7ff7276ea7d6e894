import * as v from 'valibot';
import { docs, json } from '../../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../../platform/http/documents/path-parts.ts';
import { Time } from '../../../platform/http/documents/shown-schemas.ts';
import { problemDocs } from '../../../platform/http/problem.ts';
import { listDoc, readDoc } from '../../common/api/resource-docs.ts';
import { DATA_TYPES, SCORE_SOURCES, TARGET_TYPES } from '../../domain/scores/score.ts';
import { ScoreToWrite } from './score-to-write.ts';
import { SCORE_EXAMPLE, ShownScore } from './shown-score.ts';

/** Refusals of a client's score, in both versions. */
export const SCORE_REFUSALS = problemDocs(
  'score_id_conflict',
  'validation_failed',
  'value_type_mismatch',
  'number_out_of_range',
  'inconsistent_target',
  'unsupported_target_type',
);

/** What the OpenAPI document says of scores. */
export const scoreDocs = docs('Scores', {
  writeScore: {
    summary: 'Write a score',
    description:
      'For telemetry, annotations and other scores that do not come from a scorer of a run. Gates never read them: they read only measurements of trusted hosts. ' +
      'The value is in `value`, or in the typed member that fits. Numbers are stored exactly. ' +
      'The same `score_id` with the same content returns 200 with the stored score. Scores never change; a correction `supersedes` another score.',
    request: json(ScoreToWrite, {
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
  },
  readScore: readDoc(ShownScore, SCORE_EXAMPLE, {
    summary: 'Read a score',
    params: { scoreId: { schema: v.string(), description: 'Id of a score.', example: SCORE_EXAMPLE.score_id } },
  }),
  listScores: listDoc(ShownScore, SCORE_EXAMPLE, {
    summary: 'List scores, newest first',
    description:
      'Needs a target (both members), a run or a name. A page may be short or empty if few scores pass the filters. `has_more` says whether more follow.',
    query: {
      target_type: { schema: v.picklist(TARGET_TYPES), description: 'Only this type of target.', example: 'trace' },
      target_id: { schema: v.string(), description: 'Only targets with this id.', example: EXAMPLE.traceId },
      name: { schema: v.string(), description: 'Only this name.' },
      workflow_run_id: { schema: v.string(), description: 'Only this run, its attempts, and their measurements.' },
      source: { schema: v.picklist(SCORE_SOURCES), description: 'Only this source.' },
      origin: {
        schema: v.picklist(['client', 'trusted_host']),
        description: 'Only scores of clients, or of trusted hosts.',
      },
      data_type: { schema: v.picklist(DATA_TYPES), description: 'Only this type.' },
      from: { schema: Time, description: 'At this timestamp or later.' },
      to: { schema: Time, description: 'Before this timestamp.' },
    },
  }),
});
