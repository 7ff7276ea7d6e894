import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../../../functions/evaluation/domain/canonical-json.ts';
import { gateQuestion } from '../../../../functions/evaluation/gates/service/gate-question.ts';
import { ONLY_CLEAN, startedRun } from '../../../support/evaluation/evaluation-manifests.ts';
import { json } from '../../../support/fakes/recorded-target.ts';
import { evaluationStage } from '../../../support/stages/evaluation-stage.ts';

const stage = evaluationStage((_, response) => json(response, {}));
const MIB = 1024 * 1024;

/** A valid policy of this many bytes. */
function policyOf(bytes: number) {
  const policy = { ...ONLY_CLEAN, note: '' };
  return { ...policy, note: 'x'.repeat(bytes - canonicalJson(policy).length) };
}

describe('a gate policy as a manifest (evaluation 3.5, 4)', () => {
  test.for<[bytes: number, isKnown: boolean]>([
    [MIB, true],
    [MIB + 1, false],
  ])('is known to every reader up to 1 MiB: with %i bytes %s', async ([bytes, isKnown]) => {
    const { evaluation } = stage.services;
    const policy = policyOf(bytes);
    const runId = await startedRun({ appId: `of-${bytes}`, targetEnv: stage.target.url, policy }, stage.services);
    const run = await stage.run(runId);
    const pins = (await evaluation.workflowVersions.find(run.workflow_version_digest))?.workflow_version;
    if (pins === undefined) throw new Error('the version was resolved');
    const resolved = (await evaluation.workflowVersions.manifests(pins)).gate_policy;
    const question = await gateQuestion(run, evaluation);
    expect(question).toMatchObject({ ok: true, value: { policy: resolved } });
    expect(resolved !== null).toBe(isKnown);
  });
});
