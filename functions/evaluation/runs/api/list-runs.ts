import * as v from 'valibot';
import { problem, problemOf } from '../../../platform/http/problem.ts';
import { isoTime } from '../../../platform/time/iso-time.ts';
import { Digest } from '../../../platform/values/digest.ts';
import { evaluationEndpoint } from '../../common/api/evaluation-endpoint.ts';
import { listPage, pageOf } from '../../common/api/list-page.ts';
import type { EvaluationUses } from '../../composition.ts';
import { RUN_STATUSES } from '../../domain/statuses.ts';
import { runView } from './run-view.ts';
import { runDocs } from './runs.doc.ts';

const Moment = v.pipe(v.string(), v.transform(isoTime), v.number());

const Filters = v.object({
  status: v.optional(v.picklist(RUN_STATUSES)),
  workflow_version_digest: v.optional(Digest),
  lineage_digest: v.optional(Digest),
  created_after: v.optional(Moment),
  created_before: v.optional(Moment),
  order: v.optional(v.picklist(['asc', 'desc']), 'desc'),
});

/** Lists runs by creation. Default: newest first (evaluation 3.7). */
export const listRuns = evaluationEndpoint({
  method: 'GET',
  path: '/api/v1/eval/runs',
  scope: 'eval:read',
  doc: runDocs.listRuns,

  async answer(request, { evaluation }: EvaluationUses<'runs'>) {
    const page = pageOf(request);
    if (!page.ok) return problemOf(page);
    const filters = v.safeParse(Filters, Object.fromEntries(request.query));
    if (!filters.success) {
      const name = filters.issues[0].path?.[0].key;
      return problem('invalid_query', `${String(name)} is invalid`);
    }
    const { items, next } = await evaluation.runs.page(filters.output, page.value);
    return listPage(request, { items: items.map((run) => runView(run, request.caller.tenant)), next });
  },
});
