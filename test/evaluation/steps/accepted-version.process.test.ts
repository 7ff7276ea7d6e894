import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../../functions/evaluation/domain/canonical-json.ts';
import { CaseResult, ResultBundle } from '../../../functions/evaluation/domain/replay-regression/result-bundle.ts';
import { recordingDigests } from '../../../functions/evaluation/replay-regression/store/recording-digests.ts';
import { storedJson } from '../../../functions/platform/values/stored-json.ts';
import { MAX_VERSIONS } from '../../../functions/recordings/domain/versions/case-version.ts';
import { CaseManifest } from '../../../functions/replay/domain/case-manifest.ts';
import { startedRun } from '../../support/evaluation/evaluation-manifests.ts';
import { json } from '../../support/fakes/recorded-target.ts';
import { evaluationStage } from '../../support/stages/evaluation-stage.ts';

const stage = evaluationStage((_, response) => json(response, { price: 1 }));

/** Makes a version of a recording, by default one that says the same. */
async function accept(caseId: string, body?: string): Promise<void> {
  const { versions, payloads } = stage.services.recordings;
  const [editable, [payload]] = await Promise.all([versions.editable(caseId), payloads([caseId])]);
  if (!editable || !payload) throw new Error('there is no such case');
  const at = Date.now();
  const version = (editable.head.lastVersion ?? 1) + 1;
  const accepted = {
    version,
    before: editable.head.accepted?.version ?? 1,
    from: { planId: 'p', planItemId: 'p:0' },
    by: 'ann',
    at,
  };
  const response = payload.response && { ...payload.response, ...(body !== undefined && { body }) };
  const made = { ...payload, response, acceptedVersion: { version, at } };
  expect(await versions.accept(editable, { payload: storedJson(made), status: 200, accepted })).toBe(true);
}

/** A case set of recordings as they are now. */
async function caseSet(caseIds: string[]): Promise<string> {
  const { evaluation, recordings, work } = stage.services;
  const digests = await recordingDigests(caseIds, [], { recordings, work });
  const cases = caseIds.map((case_id, at) => ({ case_id, trace_id: 'f'.repeat(32), digest: digests[at] }));
  const bytes = Buffer.from(canonicalJson({ schema: 'eval.case-set/v1', cases }));
  return (await evaluation.artifacts.put({ bytes, kind: 'case_set', media_type: 'application/json' })).digest;
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

describe('a case set whose recording got another version later', () => {
  const resultsOf = (lines: string) =>
    lines
      .trim()
      .split('\n')
      .map((line) => v.parse(CaseResult, JSON.parse(line)));
  const ranWith = async (appId: string, digest: string) => {
    const config = { case_set: { digest } };
    const runId = await startedRun({ appId, targetEnv: stage.target.url, config }, stage.services, {});
    await stage.ran(runId);
    return runId;
  };

  test('runs the stored version that it names, again and again, and also after an undo', async () => {
    await stage.recorded('sets', 3, 3);
    const digest = await caseSet(['sets-0', 'sets-1']);
    await accept('sets-1', '{"price":2}');
    const { manifest, lines } = await evidenceOf(await ranWith('sets', digest));
    expect(manifest.cases.map(({ case_id, recording_version }) => [case_id, recording_version])).toEqual([
      ['sets-0', undefined],
      ['sets-1', undefined],
    ]);
    expect(resultsOf(lines).map(({ state, recording_version }) => [state, recording_version])).toEqual([
      ['passed', undefined],
      ['passed', undefined],
    ]);
    const later = await caseSet(['sets-1']);
    await stage.services.recordings.versions.restore('sets-1', () => 1);
    const undone = await evidenceOf(await ranWith('sets', later));
    expect(undone.manifest.cases).toMatchObject([{ case_id: 'sets-1', recording_version: 2 }]);
    expect(resultsOf(undone.lines)).toMatchObject([{ state: 'failed', recording_version: 2 }]);
  });

  test('is refused once the version is stored no longer', async () => {
    await stage.recorded('gone', 2, 2);
    await accept('gone-0', '{"price":3}');
    const digest = await caseSet(['gone-0', 'gone-1']);
    for (let at = 0; at < MAX_VERSIONS; at++) await accept('gone-0', `{"price":${10 + at}}`);
    const runId = await ranWith('gone', digest);
    const { status_reason } = await stage.attempt(runId);
    expect(status_reason?.detail).toBe('Of 2 cases of the case set 1 are deleted or changed.');
  });
});
