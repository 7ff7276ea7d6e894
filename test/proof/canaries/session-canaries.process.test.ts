import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replay } from '../../cli/run-replay.ts';
import { ADMIN_KEY, call } from '../../support/running-service.ts';
import { measured } from '../measured.ts';
import { everyGet } from './every-get.ts';
import { sessionStage } from './session-stage.ts';
import { storedBytes } from './stored-bytes.ts';

let stage: Awaited<ReturnType<typeof sessionStage>>;
beforeAll(async () => {
  stage = await sessionStage();
}, 120_000);
afterAll(() => stage.close());

const found = (text: string) => stage.secrets.filter((secret) => text.includes(secret));
const items = () => stage.plans.flatMap((planId) => stage.recorded.map((one, item) => ({ planId, item, one })));

test('sessions of the new build replace the recorded ones, also in downstream calls', async (context) => {
  const half = { accepted: stage.recorded.length / 2, rejected: [] };
  expect(stage.accepted).toMatchObject([half, half]);
  measured(context, 'credentials issued', stage.secrets.length);
  for (const [index, planId] of stage.plans.entries()) {
    const differences = [];
    for (const [item] of stage.recorded.entries()) {
      const { body } = await call(stage.service.url, 'GET', `/api/replays/${planId}/cases/${planId}:${item}`);
      expect(body.calls.length, `${body.operation} has calls`).toBeGreaterThan(0);
      for (const { kind, subject } of body.differences) differences.push(`${body.operation} ${kind} ${subject}`);
    }
    expect(differences, index === 0 ? 'answered from recordings' : 'made for real').toEqual([]);
    expect(stage.findings[index]).toMatchObject({ needsAction: [], toReview: [] });
  }
});

describe.for(['guest', 'administrator'] as const)('a %s', (reader) => {
  test('finds no credential in any answer to GET', { timeout: 120_000 }, async (context) => {
    const headers: Record<string, string> = reader === 'guest' ? {} : { 'x-api-key': ADMIN_KEY };
    const paths = new Set(
      items().flatMap(({ planId, item, one }) =>
        everyGet({
          appId: 'shop',
          planId,
          operation: one.operation,
          item: `${item}`,
          planItemId: `${planId}:${item}`,
          caseId: one.caseId,
        }),
      ),
    );
    const bad: string[] = [];
    let answered = 0;
    for (const path of paths) {
      const answer = await fetch(`${stage.service.url}${path}`, { headers, redirect: 'manual' });
      const text = (await answer.text()) + JSON.stringify([...answer.headers]);
      if (answer.ok) answered++;
      for (const secret of found(text)) bad.push(`${path}: ${secret}`);
    }
    measured(context, `answers to a ${reader}`, answered);
    expect(bad).toEqual([]);
    expect(answered).toBeGreaterThan(60);
  });
});

test('cases diff, exports and exported recordings have no credential', { timeout: 120_000 }, async () => {
  const env = { SVC_URL: stage.service.url, SVC_TOKEN: ADMIN_KEY, HOME: stage.dataDir };
  const outputs: string[] = [];
  for (const { planId, item } of items()) {
    if (item > 3) continue;
    outputs.push((await replay(['cases', 'diff', `${planId}:${item}`], env)).stdout);
    outputs.push((await replay(['cases', 'diff', `${planId}:${item}`, '--json'], env)).stdout);
  }
  for (const format of ['har', 'postman', 'wiremock']) {
    const out = join(stage.dataDir, `exported-${format}`);
    const { stdout, stderr } = await replay(['export', '--app', 'shop', '--format', format, '--out', out], env);
    outputs.push(stdout, stderr);
  }
  expect(outputs.join('').length).toBeGreaterThan(1000);
  expect(found(outputs.join('\n'))).toEqual([]);
});

test('the log has no credential', () => {
  expect(stage.service.output().split('\n').length).toBeGreaterThan(10);
  expect(found(stage.service.output())).toEqual([]);
});

test('no file of a killed service has a credential, exports included, decompressed or not', async () => {
  await stage.service.kill();
  const plain = storedBytes(stage.dataDir);
  expect(plain.filter((bytes) => bytes.includes('sealed.v1.')).length).toBeGreaterThan(10);
  expect(plain.flatMap((bytes) => found(bytes.toString('latin1')))).toEqual([]);
});
