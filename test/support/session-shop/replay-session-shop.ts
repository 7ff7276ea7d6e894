import { call, completed, type RunningService } from '../running-service.ts';

/** How a replay of the shop ended. */
export interface ShopReplay {
  planId: string;
  requests: number;
  /** Requests whose replayed status is the recorded one. */
  sameStatus: number;
  /** `METHOD path: recorded -> replayed`, and how often. */
  otherStatus: Map<string, number>;
  /** What needs action: kind, subjects and endpoints of each entry. */
  needsAction: string[];
  toReview: number;
}

/** Thousands of requests in the recorded order take a minute and more on a busy machine. */
const PATIENCE_MS = 300_000;

/** Replays every recorded request of an application and counts the statuses that are as recorded. */
export async function replaySessionShop(
  { url }: Pick<RunningService, 'url'>,
  appId: string,
  targetEnv: string,
): Promise<ShopReplay> {
  const { body: triggered } = await call(url, 'POST', '/openapi/v1/replay-triggers', { appId, targetEnv });
  if (triggered.planId === null) throw new Error(`the trigger answered ${triggered.errorCode}`);
  const { planId } = triggered;
  const run = await completed(url, planId, PATIENCE_MS);
  const counts = { requests: 0, sameStatus: 0 };
  const otherStatus = new Map<string, number>();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body }: { body: { items: ListedResult[]; nextCursor: string | null } } = await call(
      url,
      'GET',
      `/api/replays/${planId}/cases?limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    for (const { operation, method, status } of body.items) {
      counts.requests++;
      if (status.recorded === status.replayed) counts.sameStatus++;
      else {
        const key = `${method ?? ''} ${operation}: ${status.recorded} -> ${status.replayed}`;
        otherStatus.set(key, (otherStatus.get(key) ?? 0) + 1);
      }
    }
    cursor = body.nextCursor;
  }
  const needsAction = run.findings.needsAction.map(
    ({ kind, subjects, interfaces }: Entry) =>
      `${kind} ${subjects.join(', ')} of ${interfaces.map(({ operationName }) => operationName).join(', ')}`,
  );
  return { planId, ...counts, otherStatus, needsAction, toReview: run.findings.toReview.length };
}

interface ListedResult {
  operation: string;
  method?: string;
  status: { recorded: number | null; replayed: number | null };
}

interface Entry {
  kind: string;
  subjects: string[];
  interfaces: { operationName: string }[];
}
