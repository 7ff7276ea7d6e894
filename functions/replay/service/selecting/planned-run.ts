import type { ApplicationSettings } from '../../../applications/domain/application-settings.ts';
import type { SendingServices } from '../../composition.ts';
import { chunkSize } from '../../domain/lanes.ts';
import { type RunOrder, runOrder } from '../../domain/order/run-order.ts';
import type { ReplayPlan } from '../../domain/plan.ts';
import { ChosenCase, SelectedCase } from '../../domain/selecting/selected-case.ts';
import { areCutApart } from '../../domain/sessions/cut-session.ts';
import type { SessionCoverage } from '../../domain/sessions/session-completion.ts';
import { workerCount } from '../../domain/worker-count.ts';
import type { PlannedSelection, Selection } from '../../store/selection-pages.ts';
import type { CasesOfPlan } from './cases-of-plan.ts';
import { chunksOfRun } from './chunks-of-run.ts';
import { completedSessions, inWholeSessions, rememberedLinks } from './completed-sessions.ts';
import { type GatheredCases, gatheredCases } from './gathered-cases.ts';
import { orderFamilies } from './order-families.ts';
import { segmentedLists } from './segmented-lists.ts';

type Services = Pick<SendingServices, 'results' | 'recordings' | 'work'>;

/** What decides how the cases of a round are planned. */
export interface PlanningFacts {
  plan: ReplayPlan;
  round: number;
  settings: Pick<ApplicationSettings['replay'], 'keepSessions' | 'order'>;
  /** Recorded credentials are not sent. */
  isReplaced: boolean;
  maxWorkers: number;
}

/** Chunks that are written concurrently. */
const BATCH = 10;

/**
 * Plans the cases of a round and writes its chunks: those of a small round to their rows; those of a large one to
 * blobs, which the result names.
 */
export async function plannedRun(
  { cases, shapes }: CasesOfPlan,
  facts: PlanningFacts,
  services: Services,
): Promise<{ selection: Selection; chunks: PlannedSelection['chunks'] | null }> {
  const { plan, round, settings, isReplaced, maxWorkers } = facts;
  const { keepSessions } = settings;
  const { results } = services;
  const linksOf = rememberedLinks(plan.appId, services.recordings);
  const gathered = await gatheredCases(cases, {
    inSessions: async (heads) =>
      keepSessions ? inWholeSessions(heads, linksOf) : heads.map((one) => ({ ...one, session: null })),
    pages: results.casePages(plan, round, ChosenCase),
  });
  const { requests, segments, hasWrites } = gathered;

  const lists = segmentedLists(segments, results.casePages(plan, round, SelectedCase));
  const sessions: SessionCoverage = { total: 0, completed: 0, cut: 0, preparation: 0 };
  for (let segment = 0; segment < segments; segment++) {
    const completed = await completedSessions(await gathered.take(segment), linksOf, services.recordings);
    for (const member of ['total', 'completed', 'cut', 'preparation'] as const)
      sessions[member] += completed.sessions[member];
    for (const one of completed.cases) await lists.add(segment, one);
  }

  const order = runOrder({ run: plan.order, pace: plan.pace, setting: settings.order, requests, hasWrites });
  const ofLoad = { order: order.used, load: plan.load, maxWorkers };
  const { concurrency } = plan.load;
  const planning = {
    order: order.used,
    marksCut: keepSessions && !isReplaced && areCutApart(sessions),
    size: chunkSize(requests, { concurrency, workers: workerCount({ ...ofLoad, chunks: requests }) }),
    ...(await familiesOf(order, gathered, services)),
  };
  const isLarge = segments > 1;
  const blobs: PlannedSelection['chunks'] = [];
  let chunks = 0;
  for await (const some of batches(chunksOfRun(lists, gathered, planning))) {
    chunks += some.length;
    if (isLarge) blobs.push(...(await Promise.all(some.map((chunk) => results.writeChunk(plan, round, chunk)))));
    else await Promise.all(some.map((chunk) => results.putChunk(plan, round, chunk)));
  }
  const selection = {
    requests,
    chunks,
    workers: workerCount({ ...ofLoad, chunks }),
    order,
    ...(shapes && { shapes }),
    ...(keepSessions && { sessions }),
  };
  return { selection, chunks: isLarge ? blobs : null };
}

const familiesOf = async (order: RunOrder, { operations, newest }: GatheredCases, services: Services) =>
  order.used === 'families' ? { familiesOf: await orderFamilies(operations, newest, services) } : {};

async function* batches<T>(all: AsyncIterable<T>): AsyncGenerator<T[]> {
  let open: T[] = [];
  for await (const one of all) {
    open.push(one);
    if (open.length < BATCH) continue;
    yield open;
    open = [];
  }
  if (open.length > 0) yield open;
}
