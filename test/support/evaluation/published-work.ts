import { expect } from 'vitest';
import { digestOfJson } from '../../../functions/evaluation/domain/canonical-json.ts';
import { envelopeOf, type federatedStage, type TestHost } from '../stages/federated-stage.ts';

/** A native result, and its digest. */
const RESULT = { summary: { verdict: 'good' } };
export const NATIVE = digestOfJson(RESULT);

/** An event of a worker. */
export interface TestEvent {
  host_sequence: number;
  type: string;
  payload: Record<string, unknown>;
  timestamp: string;
}

/** A measurement of a trace. */
export const measured = (name: string, value: unknown) => ({ name, value, target_type: 'trace', target_id: 't1' });

export type Payload = ReturnType<ReturnType<typeof publishedWork>['payloadOf']>;

/** An attempt that a host holds, with a valid payload about it. */
export interface Work {
  payload: Payload;
  host: TestHost;
  runId: string;
  attemptId: string;
}

/** Attempts that are leased, processed and published. */
export function publishedWork(stage: ReturnType<typeof federatedStage>) {
  const iso = (ms: number) => new Date(stage.now() + ms).toISOString();
  /** The maximum validity of a batch, from one reading of the clock. */
  const fiveMinutes = () => {
    const issued = stage.now();
    return { issued_at: new Date(issued).toISOString(), expires_at: new Date(issued + 300_000).toISOString() };
  };
  const event = (host_sequence: number, type: string, payload: Record<string, unknown>): TestEvent => ({
    host_sequence,
    type,
    payload,
    timestamp: iso(0),
  });
  const payloadOf = (host_id: string, workflow_run_id: string, attempt_id: string) => ({
    schema: 'eval.event-batch/v1',
    batch_id: 'batch-1',
    tenant_id: 'default',
    host_id,
    workflow_run_id,
    attempt_id,
    lease_epoch: 1,
    first_host_sequence: 1,
    ...fiveMinutes(),
    events: [
      event(1, 'artifact.committed', { digest: NATIVE, role: 'native_result' }),
      event(2, 'framework.attempted', {
        status: 'succeeded',
        native_result_digest: NATIVE,
        measurements: [measured('price.accuracy', 0.96)],
      }),
    ],
  });
  const publish = (envelope: unknown, by: TestHost) => stage.as(by.token)('POST', '/events/publish', envelope);

  return {
    iso,
    fiveMinutes,
    event,
    payloadOf,
    publish,

    /** An attempt that a host holds, with its result uploaded. */
    async work(by: TestHost): Promise<Work> {
      const runId = await stage.queued();
      const { body } = await stage.lease(by);
      const { attempt_id } = body.attempt;
      expect(body.attempt.workflow_run_id).toBe(runId);
      await stage.uploaded(by, attempt_id, RESULT);
      return { payload: payloadOf(by.host_id, runId, attempt_id), host: by, runId, attemptId: attempt_id };
    },

    published: (payload: unknown, by: TestHost) => publish(envelopeOf(JSON.stringify(payload), by.key), by),

    async eventsOf(runId: string) {
      return (await stage.services.evaluation.ledger.ofRun(runId, { after: null, limit: 100 })).events;
    },
  };
}
