import { describe, expect, test } from 'vitest';
import { digestOfJson } from '../../../../functions/evaluation/domain/canonical-json.ts';
import type { EventBatch } from '../../../../functions/evaluation/domain/hosts/event-batch.ts';
import { published } from '../../../../functions/evaluation/domain/hosts/publication.ts';
import { ATTEMPT_ID, attemptOf, digest, RUN_ID, runOf } from '../gates/gate-stage.ts';

const NOW = Date.UTC(2026, 10, 20, 10);
const digests = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => digestOfJson(`artifact ${first + at}`));

/** The artifacts of an attempt that has `already` many, after a batch that names more. */
function evidenceAfter(already: number, named: string[], status: 'running' | 'runner_error') {
  const batch: EventBatch = {
    schema: 'eval.event-batch/v1',
    batch_id: 'b',
    tenant_id: 'default',
    host_id: 'host',
    lease_epoch: 1,
    workflow_run_id: RUN_ID,
    attempt_id: ATTEMPT_ID,
    first_host_sequence: 1,
    issued_at: NOW,
    expires_at: NOW + 1,
    events: [
      ...named.map((one, at) => ({
        type: 'artifact.committed' as const,
        host_sequence: at + 1,
        timestamp: NOW,
        payload: { digest: one, role: 'log' },
      })),
      {
        type: 'framework.attempted' as const,
        host_sequence: named.length + 1,
        timestamp: NOW,
        payload: { status, native_result_digest: null, measurements: [] },
      },
    ],
  };
  const evidence = digests(1, already).map((one) => ({ role: 'log', digest: one }));
  const made = published({
    run: runOf({ phase: 'attempting' }),
    batch,
    now: NOW,
    attempt: attemptOf({ status: 'running', ended_at: null, native_result_artifact: null, evidence }),
    artifacts: new Map(named.map((one) => [one, { digest: one, size_bytes: 1, media_type: 'text/plain' }])),
    provenance: { batch_digest: digest('9'), keyid: 'key' },
  });
  return made.ok ? made.value.attempt.evidence.length : `${made.code}: ${made.message}`;
}

const REFUSED = 'validation_failed: evidence: an attempt has at most 199 artifacts';

describe('the number of artifacts of an attempt (evaluation 3.11)', () => {
  test.for<[string, already: number, named: string[], status: 'running' | 'runner_error', number | string]>([
    ['199 artifacts', 198, digests(199, 199), 'running', 199],
    ['199 and the envelope that ends the attempt', 198, digests(199, 199), 'runner_error', 200],
    ['200 artifacts', 198, digests(199, 200), 'running', REFUSED],
    ['200 artifacts with the end', 199, digests(200, 200), 'runner_error', REFUSED],
    ['one of 199 named again', 199, digests(1, 1), 'running', 199],
  ])('is accepted or refused: %s', ([, already, named, status, expected]) => {
    expect(evidenceAfter(already, named, status)).toBe(expected);
  });
});
