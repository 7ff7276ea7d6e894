import { type CompiledRules, compileRules } from '../domain/compare/rules.ts';
import { valueRulesDigest } from '../domain/compare/value-rules.ts';
import { compareCase } from '../domain/findings/case-outcome.ts';
import { bodyOf } from '../domain/recordings/content-encoding.ts';
import type { RecordedResponse } from '../domain/recordings/recorded-case.ts';
import type { PlannedCase } from '../domain/replay/chunk.ts';
import type { OutboundOutcome } from '../domain/replay/outbound.ts';
import { outgoingRequest } from '../domain/replay/outgoing-request.ts';
import { planItemId, type ReplayPlan } from '../domain/replay/plan.ts';
import type { Services } from '../http/api.ts';

/** Most bytes kept of a decompressed answer. */
const MOST_ANSWER_BYTES = 16 * 1024 * 1024;

/** What is stored of an answer that was cut anyway: enough to see what it was. */
const STORED_OF_CUT_BYTES = 64 * 1024;

export interface SentCase {
  kind: OutboundOutcome['kind'];
  /** A failure that the target did not have when it was recorded: send more slowly (interface 2.3). */
  slowsDown: boolean;
}

/** Makes the function that sends one case, compares the answer and stores the outcome; null where the recording is gone. */
export async function caseSender(plan: ReplayPlan, round: number, chunk: number, services: Services) {
  const { recordings, rules, applications, results, http, newId, log } = services;
  const [today, { replay }] = await Promise.all([rules.inForce(plan.appId), applications.settings(plan.appId)]);
  const comparedUnder = valueRulesDigest(today);
  const compiled = new Map<string, CompiledRules>();
  const rulesOf = (operation: string) => {
    const made = compiled.get(operation) ?? compileRules(today, operation);
    compiled.set(operation, made);
    return made;
  };

  return async function send(planned: PlannedCase): Promise<SentCase | null> {
    const facts = {
      plan_id: plan.planId,
      plan_item_id: planItemId(plan.planId, planned.item),
      trace_id: planned.traceId,
    };
    const [head, [payload]] = await Promise.all([
      recordings.find(planned.caseId),
      recordings.payloads([planned.caseId]),
    ]);
    if (head === undefined || payload === undefined) {
      log.warn('recording gone before it was sent', facts);
      return null;
    }
    const replayId = newId().slice(0, 24);
    const outcome = await http.send(
      outgoingRequest({
        request: payload.request,
        targetEnv: plan.targetEnv,
        traceId: planned.traceId,
        spanId: newId().slice(0, 16),
        replayId,
        planId: plan.planId,
        enableMock: plan.enableMock,
        headers: replay.headers,
        timeoutMs: plan.load.timeoutMs,
        maxBodyBytes: MOST_ANSWER_BYTES,
      }),
    );
    const compared = compareCase(planned.operation, payload.response, outcome, rulesOf(planned.operation));
    const { failure } = compared.outcome;
    await results.add(
      plan,
      round,
      chunk,
      {
        item: planned.item,
        planItemId: facts.plan_item_id,
        caseId: planned.caseId,
        traceId: planned.traceId,
        replayId,
        outcome: compared.outcome,
        comparedUnder,
        recordedStatus: head.status,
        replayedStatus: outcome.kind === 'response' ? outcome.status : null,
        recordedMs: head.durationMs,
        replayedMs: outcome.durationMs,
      },
      {
        request: payload.request,
        recorded: payload.response,
        replayed: outcome.kind === 'response' ? storedAnswer(outcome) : null,
        differences: compared.differences,
      },
    );
    log.debug('case replayed', { ...facts, replay_id: replayId, outcome: failure ?? 'answered' });
    return { kind: outcome.kind, slowsDown: failure !== null };
  };
}

const NO_BODY = { body: null, bodyEncoding: 'utf8' } as const;

function storedAnswer({
  status,
  headers,
  body,
  truncated,
}: Extract<OutboundOutcome, { kind: 'response' }>): RecordedResponse {
  return {
    status,
    headers: headers.map(([name, value]) => [name, value]),
    ...(body.byteLength === 0 ? NO_BODY : bodyOf(truncated ? body.subarray(0, STORED_OF_CUT_BYTES) : body)),
  };
}
