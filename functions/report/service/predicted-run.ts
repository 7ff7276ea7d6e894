import type { RecordingStore } from '../../recordings/store/recordings.ts';
import { SAFE_METHODS } from '../../replay/domain/can-resend.ts';
import type { PlanRequest } from '../../replay/domain/plan.ts';
import { casesOf } from '../../replay/service/selecting/selected-cases.ts';

/** Maximum recordings that a prediction counts. @internal */
export const MAX_COUNTED = 2000;

/** What a run will send, before it is started. */
export interface PredictedRun {
  recordings: number;
  /** Whether there are more recordings than were counted. */
  isCut: boolean;
  /** Unsafe methods among them (RFC 9110 9.2.1), and how many recordings have one. */
  unsafeMethods: readonly string[];
  unsafe: number;
  /** Recordings that send session cookies or tokens, and how many different ones they send. */
  withCredentials: number;
  credentials: number;
  /** Recordings that log in: without a credential, and with a response that issues one. */
  logins: number;
  /** How long sending takes at the pace of the plan, if requests take as long as they did when they were recorded. */
  ms: number;
}

/**
 * Counts the recordings that a plan would select now. Null for a selection by tags, which may have to read every
 * recording.
 */
export async function predictedRun(
  plan: PlanRequest,
  recordings: Pick<RecordingStore, 'find' | 'eachNewest' | 'operationsOf'>,
): Promise<PredictedRun | null> {
  if (Object.keys(plan.caseTags).length > 0) return null;
  const operations = plan.operations?.map(({ operation }) => operation) ?? (await recordings.operationsOf(plan.appId));
  const methods = new Map<string, number>();
  let count = 0;
  let durationMs = 0;
  let [withCredentials, logins] = [0, 0];
  const credentials = new Set<string>();
  for (const operation of operations) {
    const caseCountLimit = Math.min(plan.caseCountLimit, MAX_COUNTED + 1 - count);
    for await (const head of casesOf({ ...plan, caseCountLimit }, operation, recordings)) {
      count++;
      durationMs += head.durationMs ?? 0;
      methods.set(head.method, (methods.get(head.method) ?? 0) + 1);
      const { sent = [], issued = [] } = head.credentials ?? {};
      if (sent.length > 0) withCredentials++;
      else if (issued.length > 0 && !SAFE_METHODS.has(head.method)) logins++;
      for (const key of sent) credentials.add(key);
    }
    if (count > MAX_COUNTED) break;
  }
  // The method of a damaged recording is unknown.
  const unsafe = [...methods].filter(([method]) => method !== '' && !SAFE_METHODS.has(method));
  const { maxQps, concurrency } = plan.load;
  return {
    recordings: Math.min(count, MAX_COUNTED),
    isCut: count > MAX_COUNTED,
    unsafeMethods: unsafe.map(([method]) => method).sort(),
    unsafe: unsafe.reduce((sum, [, number]) => sum + number, 0),
    withCredentials,
    credentials: credentials.size,
    logins,
    ms: Math.max((1000 * count) / maxQps, durationMs / concurrency),
  };
}
