import { NO_CONTENT, ok } from '../../../platform/http/api.ts';
import { problem, problemOf } from '../../../platform/http/problem.ts';
import { isoText } from '../../../platform/time/iso-text.ts';
import { EVALUATION_BODY, evaluationEndpoint } from '../../common/api/evaluation-endpoint.ts';
import { validateBody } from '../../common/api/validate-body.ts';
import type { EvaluationUses } from '../../composition.ts';
import { attemptView } from '../../runs/api/run-view.ts';
import type { Taken } from '../store/leases.ts';
import { HeartbeatBody, LeaseBody } from './lease-body.ts';
import { leaseDownloads } from './lease-downloads.ts';
import { leaseDocs } from './leases.doc.ts';

const PATH = '/api/v1/eval/leases';

/** Maximum wait of one request, in seconds (evaluation 5.2). */
const MAX_WAIT_SECONDS = 20;

/** Leases an attempt to a host, if there is one that it may run (evaluation 3.11). */
export const takeLease = evaluationEndpoint({
  method: 'POST',
  path: PATH,
  scope: 'host:publish',
  body: EVALUATION_BODY,
  doc: leaseDocs.takeLease,

  async answer(
    { body, caller },
    services: EvaluationUses<'federatedHosts' | 'leases' | 'artifacts', 'log' | 'config' | 'now'>,
  ) {
    const read = validateBody(LeaseBody, body);
    if (!read.ok) return problemOf(read, { errors: read.errors });
    const { runner_versions, wait_seconds } = read.value;
    if (wait_seconds > MAX_WAIT_SECONDS) return problem('invalid_query', 'wait_seconds must be at most 20.');
    const { federatedHosts, leases } = services.evaluation;
    const host = caller.host && (await federatedHosts.find(caller.host.host_id));
    if (!caller.host || !host) return problem('forbidden', 'Only hosts can get leases.');
    const own = runner_versions.filter((version) => host.runner_versions.includes(version));
    if (own.length === 0) return problem('forbidden', 'None of these runners is registered for this host.');
    const taken = await leases.take(caller.host, own, wait_seconds * 1000);
    if (taken === null) return NO_CONTENT;
    const { attempt_id, lease } = taken.attempt;
    services.log.info('evaluation attempt leased', { attempt_id, host_id: host.host_id, epoch: lease?.epoch });
    return leaseAnswer(taken, caller.tenant, services);
  },
});

/** Renews a lease for another minute and returns whether the attempt must stop (evaluation 3.11). */
export const heartbeat = evaluationEndpoint({
  method: 'POST',
  path: `${PATH}/{leaseId}/heartbeat`,
  scope: 'host:publish',
  body: EVALUATION_BODY,
  doc: leaseDocs.heartbeat,

  async answer({ params: { leaseId = '' }, body, caller }, { evaluation }: EvaluationUses<'leases'>) {
    const read = validateBody(HeartbeatBody, body);
    if (!read.ok) return problemOf(read, { errors: read.errors });
    if (!caller.host) return problem('forbidden', 'Only hosts can get leases.');
    const renewed = await evaluation.leases.renew(leaseId, caller.host.host_id, read.value.progress);
    if (!renewed.ok) return problemOf(renewed);
    const { attempt, cancel } = renewed.value;
    return ok({ ...leaseView(attempt.lease), cancel_requested: cancel });
  },
});

async function leaseAnswer(taken: Taken, tenant_id: string, services: EvaluationUses<'artifacts', 'config' | 'now'>) {
  const { run, attempt, workflow } = taken;
  const { workflow_version, workflow_version_digest } = workflow;
  return ok({
    ...leaseView(attempt.lease),
    tenant_id,
    attempt: attemptView(attempt, tenant_id, services.config.publicUrl),
    workflow_version_digest,
    workflow_version,
    downloads: await leaseDownloads(taken, services.evaluation.artifacts),
    next_host_sequence: attempt.next_host_sequence,
    cancel_requested: run.cancel_requested_at !== null,
    deadline_at: isoText((attempt.started_at ?? services.now()) + run.timeout_ms),
  });
}

function leaseView(lease: Taken['attempt']['lease']) {
  if (lease === null) throw new Error('a leased attempt has no lease');
  return { lease_id: lease.lease_id, lease_epoch: lease.epoch, expires_at: isoText(lease.expires_at) };
}
