import * as v from 'valibot';
import { Kind } from '../../compare/domain/kinds.ts';
import { type Endpoint, failureOf, ok, plainErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { badParameter, pageRequest, repeatedParameter } from '../../platform/http/page-request.ts';
import { NO_PLAN } from '../../replay/api/parts/run-refusals.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { FindingServices } from '../composition.ts';
import { resultView, withoutResultView } from './result-view.ts';
import { resultDocs } from './results.doc.ts';
import { ResultState } from './shown-results.ts';

/** Maximum chunks read per response; a page may be short, `nextCursor` states whether more follow. */
const MAX_CHUNKS = 40;

/**
 * Lists results of a plan's latest round in the plan's order, filtered by `state`, `operation`, `method`, `kind`
 * (interface 10).
 */
export const listResults: Endpoint<Pick<FindingServices, 'plans' | 'results' | 'findings' | 'rules' | 'marks'>> =
  endpoint({
    method: 'GET',
    path: '/api/replays/{planId}/cases',
    scope: 'read',
    errors: plainErrors,
    doc: resultDocs.listResults,

    async answer({ params, query }, services) {
      const plan = await services.plans.find(params.planId ?? '');
      const round = plan && (await services.plans.findRound(plan.planId, plan.round));
      if (!plan || !round) return failureOf(NO_PLAN);
      const repeated = repeatedParameter(query, ['state', 'operation', 'method', 'kind']);
      if (repeated !== null) return badParameter(repeated);
      const page = pageRequest(query);
      if (page === null) return badParameter('limit');
      const state = query.get('state');
      if (state !== null && !v.is(ResultState, state)) {
        return badParameter('state');
      }
      const kind = query.get('kind');
      if (kind !== null && !v.is(Kind, kind)) return badParameter('kind');
      const start = await startOf(page.after, round, services);
      if (start === null) return badParameter('cursor');
      const filter = { state, operation: query.get('operation'), method: query.get('method'), kind };
      return ok(await pageOf(plan, round, filter, services, { ...start, limit: page.limit }));
    },
  });

interface Start {
  chunk: number;
  item: number;
}

/** The start of a page; null for a cursor that no page of this round can have returned. */
async function startOf(
  cursor: string | null,
  { planId, round, selection }: ReplayRound,
  { results }: Pick<FindingServices, 'results'>,
): Promise<Start | null> {
  if (cursor === null) return { chunk: 0, item: 0 };
  const read = /^(\d{1,6})-(\d{1,8})$/.exec(cursor);
  const start = { chunk: Number(read?.[1]), item: Number(read?.[2]) };
  if (read === null || start.chunk >= (selection?.chunks ?? 0)) return null;
  if (start.item === 0) return start;
  const planned = await results.findChunk(planId, round, start.chunk);
  const isOfChunk = planned?.cases.some(({ item }) => item === start.item) ?? false;
  return isOfChunk ? start : null;
}

interface Filter {
  state: string | null;
  operation: string | null;
  method: string | null;
  kind: Kind | null;
}

async function pageOf(
  plan: ReplayPlan,
  round: ReplayRound,
  { state, operation, method, kind }: Filter,
  { results, findings, rules, marks }: Pick<FindingServices, 'results' | 'findings' | 'rules' | 'marks'>,
  start: Start & { limit: number },
) {
  const rulesOf = findings.rulesByOperation(await rules.inForce(plan.appId));
  const chunks = round.selection?.chunks ?? 0;
  const last = Math.min(chunks, start.chunk + MAX_CHUNKS);
  const items = [];
  for (let chunk = start.chunk; chunk < last; chunk++) {
    const planned = await results.findChunk(plan.planId, round.round, chunk);
    if (planned === undefined) continue;
    const stored = await results.byItem(plan, round.round, planned);
    const range = { from: planned.first, to: planned.first + planned.cases.length };
    const marked = new Set((await marks.list(plan.planId, round.round, range)).map(({ item }) => item));
    for (const one of planned.cases) {
      if (one.item < start.item) continue;
      if (operation !== null && one.operation !== operation) continue;
      const head = stored.get(one.item);
      const view = head
        ? resultView(head, rulesOf(one.operation), marked.has(one.item))
        : withoutResultView(plan.planId, one);
      if (method !== null && view.method !== method) continue;
      if (state !== null && view.state !== state) continue;
      if (kind !== null && !view.kinds.some((found) => found === kind)) continue;
      if (items.length === start.limit) return { items, nextCursor: `${chunk}-${one.item}` };
      items.push(view);
    }
  }
  return { items, nextCursor: last < chunks ? `${last}-0` : null };
}
