import { setTimeout as sleep } from 'node:timers/promises';
import { manifestsOf } from '../support/evaluation/evaluation-manifests.ts';
import { call } from '../support/running-service.ts';

const EVAL = '/api/v1/eval';
const POLL_MS = 200;
const TIMEOUT_MS = 60_000;

/** At most one request in twenty may fail. */
const POLICY = {
  schema: 'eval.gate-policy/v1',
  name: 'release',
  rules: [
    { id: 'attempt-ok', field: 'framework_attempt.status', op: 'eq', value: 'succeeded' },
    { id: 'pass-rate', metric: 'replay.pass_rate', aggregation: 'mean', op: 'gte', threshold: 0.95 },
  ],
};

/**
 * Evaluates the build of a run of the sample shop. Returns the ids of the ended evaluation and its workflow version.
 */
export async function evaluateSampleShop(url: string, planId: string): Promise<{ run: string; version: string }> {
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await call(url, method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}`);
    return answer.body;
  };
  const { targetEnv } = await ask('GET', `/api/replays/${planId}`);
  const manifests = manifestsOf({ appId: 'sample-shop', targetEnv, subject: 'sample-shop', policy: POLICY });
  const digests: Record<string, string> = {};
  for (const [kind, content] of Object.entries(manifests)) {
    const { digest } = await ask('POST', `${EVAL}/artifacts`, { kind, media_type: 'application/json', content });
    digests[kind] = digest;
  }
  const { framework_definition, ...others } = digests;
  const { workflow_version_digest: version } = await ask('POST', `${EVAL}/resolve`, {
    framework_definition: { digest: framework_definition },
    ...Object.fromEntries(Object.entries(others).map(([name, digest]) => [name, { version: digest }])),
  });
  const labels = { branch: 'main', build: '4711' };
  const started = await ask('POST', `${EVAL}/runs`, { workflow_version_digest: version, labels });
  const run: string = started.workflow_run_id;
  const until = Date.now() + TIMEOUT_MS;
  while (!/succeeded|failed|cancelled/.test((await ask('GET', `${EVAL}/runs/${run}`)).status)) {
    if (Date.now() > until) throw new Error('the evaluation did not end');
    await sleep(POLL_MS);
  }
  return { run, version };
}
