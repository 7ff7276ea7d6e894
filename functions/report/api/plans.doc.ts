import * as v from 'valibot';
import { answers, badParameterDoc, docs, named } from '../../platform/http/documents/endpoint-doc.ts';
import { listDoc } from '../../platform/http/documents/page-docs.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { NO_PLAN } from '../../replay/api/parts/run-refusals.ts';
import { Branch } from '../domain/run-filter.ts';
import { RunState } from '../domain/run-state.ts';
import { MAX_RUNS_READ } from '../service/filtered-runs.ts';
import { LISTED_PLAN_EXAMPLE, PLAN_WITH_ROUND_EXAMPLE } from './plan-example.ts';
import { ListedPlan, PlanWithRound } from './shown-plan.ts';
import { ShownProgress } from './shown-progress.ts';

/** Both paths are one endpoint (interface 4.5). */
const readProgress = {
  summary: 'Read the progress of a run',
  description: 'At 100 percent, scheduling is done. For an unknown run, `result` is 2 and `data` is null.',
  query: { planId: { schema: v.string(), description: 'Id of a run.', example: EXAMPLE.planId, required: true } },
  responses: answers(ShownProgress, {
    result: 1,
    desc: 'ok',
    data: { planId: EXAMPLE.planId, status: 'COMPLETED', percent: 100, lastUpdateTime: EXAMPLE.time },
  }),
} as const;

/** What the OpenAPI document says of runs (spec 4.5, interface 10). */
export const planDocs = docs('Runs', {
  listReplays: listDoc(named('Plan', ListedPlan), LISTED_PLAN_EXAMPLE, {
    summary: 'List runs, newest first',
    description: `With \`branch\` or \`state\`, a page covers up to ${MAX_RUNS_READ.toLocaleString('en-US')} runs. It may have fewer items than \`limit\`, or none, while \`nextCursor\` continues.`,
    query: {
      appId: { schema: v.string(), description: 'Only this application.', example: EXAMPLE.appId },
      branch: { schema: Branch, description: 'Only runs with this attribute `vcs.ref.head.name`.', example: 'main' },
      state: { schema: RunState, description: 'Only runs in this state.', example: 'NEEDS_ACTION' },
    },
    refusals: [badParameterDoc('branch'), badParameterDoc('state')],
  }),
  readReplay: {
    summary: 'Read a run with its latest round',
    description:
      '`settling`: from the last request until the run has settled, the stage, its latest end (`null`: no fixed end) and the reason. `shapes`, if `caseSelection` is `spread`: how many structures of requests and responses are covered, of how many in the recordings. `sessions`: their number, how many are completed by earlier recorded requests (`preparation`), and how many are cut because no recording issued their credential. Requests of `preparation` are sent and not counted in `requests`. `order`: the order of the requests and its reason.\n\nOnce the run has settled: `findings`; `rulesPending`, if a recompare under today’s rules would change them; and `calls`, how downstream calls were made. `secondAnswers` counts failing requests that noise reduction sent again. `hints`, if most failures have status 401 or 403: the proven causes, each with the setting that fixes it.',
    responses: answers(named('PlanWithRound', PlanWithRound), PLAN_WITH_ROUND_EXAMPLE),
    refusals: [NO_PLAN],
  },
  readProgress,
  readProgressAtRoot: readProgress,
});
