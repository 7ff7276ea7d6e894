import { expect } from 'vitest';
import { call } from '../running-service.ts';
import { type EvaluationOf, manifestsOf } from './evaluation-manifests.ts';

/** A pipeline over HTTP: commits manifests, pins them, runs the version and waits for its end. */
export function evaluationClient(urlOf: () => string) {
  const ask = (method: string, path: string, body?: unknown) => call(urlOf(), method, `/api/v1/eval${path}`, body);

  /** Commits the manifests and returns their digests. */
  async function committed(of: EvaluationOf): Promise<Record<keyof ReturnType<typeof manifestsOf>, string>> {
    const digests: Record<string, string> = {};
    for (const [kind, content] of Object.entries(manifestsOf(of))) {
      const { body } = await ask('POST', '/artifacts', { kind, media_type: 'application/json', content });
      digests[kind] = body.digest;
    }
    return digests as Record<keyof ReturnType<typeof manifestsOf>, string>; // one of each kind
  }

  /** Digest of the workflow version of these manifests. */
  async function pinned(of: EvaluationOf): Promise<string> {
    const { framework_definition, ...others } = await committed(of);
    const versions = Object.entries(others).map(([name, version]) => [name, { version }]);
    const { body } = await ask('POST', '/resolve', {
      framework_definition: { digest: framework_definition },
      ...Object.fromEntries(versions),
    });
    return body.workflow_version_digest;
  }

  async function started(workflow_version_digest: string, labels: Record<string, string> = {}): Promise<string> {
    return (await ask('POST', '/runs', { workflow_version_digest, labels })).body.workflow_run_id;
  }

  async function ended(runId: string): Promise<string> {
    await expect
      .poll(async () => (await ask('GET', `/runs/${runId}`)).body.status, { timeout: 30_000, interval: 200 })
      .toMatch(/succeeded|failed|cancelled/);
    return runId;
  }

  return { ask, committed, pinned, started, ended };
}
