import * as v from 'valibot';
import { docs, json } from '../../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../../platform/http/documents/path-parts.ts';
import { listDoc } from '../../common/api/resource-docs.ts';
import { LegacyScoreToWrite } from './score-to-write.ts';
import { SCORE_REFUSALS } from './scores.doc.ts';
import { LEGACY_SCORE_EXAMPLE, LegacyScore } from './shown-score.ts';

/** What the OpenAPI document says of scores as version 1 takes them. */
export const legacyScoreDocs = docs('Scores', {
  writeLegacyScore: {
    summary: 'Write a score of a span, trace or session (version 1)',
    description:
      'The target is the given span, or else the trace, or else the session. Exactly one typed member has the value.',
    request: json(LegacyScoreToWrite, {
      trace_id: EXAMPLE.traceId,
      name: 'helpfulness',
      data_type: 'numeric',
      numeric_value: 0.8,
    }),
    responses: { 201: json(LegacyScore, LEGACY_SCORE_EXAMPLE), 200: json(LegacyScore, LEGACY_SCORE_EXAMPLE) },
    refusals: SCORE_REFUSALS,
  },
  listLegacyScores: listDoc(LegacyScore, LEGACY_SCORE_EXAMPLE, {
    summary: 'List scores of spans, traces and sessions, newest first (version 1)',
    description: 'Needs one of the four filters. Scores of runs and attempts are not listed.',
    query: {
      trace_id: {
        schema: v.string(),
        description: 'Only this trace, and spans that name it.',
        example: EXAMPLE.traceId,
      },
      span_id: { schema: v.string(), description: 'Only this span.' },
      session_id: { schema: v.string(), description: 'Only this session.' },
      name: { schema: v.string(), description: 'Only this name.' },
    },
  }),
});
