import * as v from 'valibot';
import { expect, test } from 'vitest';
import { CaseResult, ResultBundle } from '../../../functions/evaluation/domain/replay-regression/result-bundle.ts';
import { storedJson } from '../../../functions/platform/values/stored-json.ts';
import { CaseManifest } from '../../../functions/replay/domain/case-manifest.ts';
import { startedRun } from '../../support/evaluation/evaluation-manifests.ts';
import { json } from '../../support/fakes/recorded-target.ts';
import { evaluationStage } from '../../support/stages/evaluation-stage.ts';

const stage = evaluationStage((_, response) => json(response, { price: 1 }));

/** Makes a version of a recording that says the same. */
async function accept(caseId: string): Promise<void> {
  const { versions, payloads } = stage.services.recordings;
  const [editable, [payload]] = await Promise.all([versions.editable(caseId), payloads([caseId])]);
  if (!editable || !payload) throw new Error('there is no such case');
  const at = Date.now();
  const accepted = { version: 2, before: 1, from: { planId: 'p', planItemId: 'p:0' }, by: 'ann', at };
  const made = { ...payload, acceptedVersion: { version: 2, at } };
  expect(await versions.accept(editable, { payload: storedJson(made), status: 200, accepted })).toBe(true);
}

async function evidenceOf(runId: string) {
  const { artifacts } = stage.services.evaluation;
  const [evidence] = (await stage.attempt(runId)).evidence;
  const manifest = v.parse(CaseManifest, await artifacts.jsonOf(evidence?.digest ?? ''));
  const { native_result_artifact } = await stage.run(runId);
  const bundle = v.parse(ResultBundle, await artifacts.jsonOf(native_result_artifact ?? ''));
  const stream = await artifacts.bytesOf(bundle.case_results?.digest ?? '');
  return { manifest, lines: await new Response(stream).text() };
}

test('a run names the versions that it replayed, also after an undo (interface 13)', async () => {
  await stage.recorded('versions', 4, 2);
  await accept('versions-1');
  const runId = await startedRun({ appId: 'versions', targetEnv: stage.target.url }, stage.services, {});
  await stage.ran(runId);
  await stage.services.recordings.versions.restore('versions-1', () => 1);
  const { manifest, lines } = await evidenceOf(runId);
  const named = manifest.cases.map(({ case_id, recording_version }) => [case_id, recording_version]);
  expect(named.toSorted()).toEqual([
    ['versions-0', undefined],
    ['versions-1', 2],
    ['versions-2', undefined],
    ['versions-3', undefined],
  ]);
  const results = lines
    .trim()
    .split('\n')
    .map((line) => v.parse(CaseResult, JSON.parse(line)));
  expect(results.filter((one) => one.recording_version === 2).map(({ case_id }) => case_id)).toEqual(['versions-1']);
  expect(results.every(({ state }) => state === 'passed')).toBe(true);
});
