import * as v from 'valibot';
import { problem, problemOf } from '../../../platform/http/problem.ts';
import { isoTime } from '../../../platform/time/iso-time.ts';
import { evaluationEndpoint } from '../../common/api/evaluation-endpoint.ts';
import { listPage, pageOf } from '../../common/api/list-page.ts';
import type { EvaluationUses } from '../../composition.ts';
import { DATA_TYPES, SCORE_SOURCES, TARGET_TYPES } from '../../domain/scores/score.ts';
import { SCORE_POSITION, type ScoresOf } from '../store/score-rows.ts';
import { scoreView } from './score-view.ts';
import { scoreDocs } from './scores.doc.ts';

const Text = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(200),
  v.check((value) => value.isWellFormed()),
);
const Time = v.pipe(
  v.string(),
  v.check((value) => isoTime(value) !== null),
  v.transform((value) => isoTime(value) ?? 0),
);

/** Filters of the list, as query parameters. */
const Filters = v.object({
  target_type: v.optional(v.picklist(TARGET_TYPES)),
  target_id: v.optional(Text),
  name: v.optional(Text),
  workflow_run_id: v.optional(Text),
  source: v.optional(v.picklist(SCORE_SOURCES)),
  origin: v.optional(v.picklist(['client', 'trusted_host'])),
  data_type: v.optional(v.picklist(DATA_TYPES)),
  from: v.optional(Time),
  to: v.optional(Time),
});
type Filters = v.InferOutput<typeof Filters>;

/** Lists the scores of a target, a run or a name, newest first (evaluation 3.12). */
export const listScores = evaluationEndpoint({
  method: 'GET',
  path: '/api/v2/scores',
  scope: 'eval:read',
  doc: scoreDocs.listScores,

  async answer(request, { evaluation }: EvaluationUses<'scores'>) {
    const filters = v.safeParse(Filters, Object.fromEntries(request.query));
    if (!filters.success) return problem('invalid_query', 'a query parameter is invalid');
    const of = listOf(filters.output);
    if (of === null) return problem('invalid_query', 'target_type with target_id, workflow_run_id or name is required');
    const page = pageOf(request, SCORE_POSITION);
    if (!page.ok) return problemOf(page);
    const {
      from = 0,
      to = LATEST,
      source,
      origin,
      data_type,
      target_type,
      target_id,
      name,
      workflow_run_id,
    } = filters.output;
    const wanted = { source, origin, data_type, target_type, target_id, name, workflow_run_id };
    const { items, next } = await evaluation.scores.page({
      of,
      from,
      to,
      ...page.value,
      matches: (score) =>
        (Object.keys(wanted) as (keyof typeof wanted)[]).every(
          (key) => wanted[key] === undefined || score[key] === wanted[key],
        ), // keys of a literal
    });
    return listPage(request, { items: items.map(scoreView), next });
  },
});

/** Later than every accepted timestamp. */
const LATEST = Date.UTC(9999, 11, 31);

/**
 * The narrowest index for these filters. Null if no filter selects an index. A target type or id alone only filters
 * rows of another index.
 */
function listOf({ target_type, target_id, workflow_run_id, name }: Filters): ScoresOf | null {
  if (target_type !== undefined && target_id !== undefined) return { target: { target_type, target_id } };
  if (workflow_run_id !== undefined) return { run: workflow_run_id };
  return name === undefined ? null : { name };
}
