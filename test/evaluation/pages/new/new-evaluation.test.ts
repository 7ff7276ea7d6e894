import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../../functions/applications/domain/application-settings.ts';
import { parseCase } from '../../../../functions/recordings/domain/parse-case.ts';
import { recordedGet } from '../../../support/fakes/recorded-target.ts';
import { testSealer } from '../../../support/test-sealer.ts';
import { evaluationPageStage } from '../evaluation-stage.ts';

const PATH = '/console/evaluations/new';
const FORM = {
  app: 'shop',
  build: 'build-4711',
  target: 'http://127.0.0.1:9',
  rules: 'release',
  rate: '99.5',
  worse: '1',
  hours: '24',
  timeout: '30',
  mocks: 'on',
  key: 'k1',
};

const stage = evaluationPageStage();

/** Records one request of an application of a tenant. */
async function record(tenant: string, appId = 'shop'): Promise<void> {
  const { recordings, newId, now } = stage.servicesOf(tenant);
  const one = parseCase(
    {
      ...recordedGet(appId, '/items/a', { price: 1 }),
      caseId: `${tenant}-${appId}`,
      recordedAt: new Date(now()).toISOString(),
    },
    { now: now(), newId, settings: DEFAULT_SETTINGS, sealer: testSealer },
  );
  if (!one.ok) throw new Error(one.message);
  await recordings.add([one.value]);
}

const versionsOf = async (tenant: string) =>
  (await stage.servicesOf(tenant).evaluation.workflowVersions.page({ limit: 10, after: null })).items;

describe('the form of four choices (interface 13)', () => {
  test('creates one version and one run of a form that is sent twice', async () => {
    await record('twice');
    const as = { 'access-token': 'twice' };
    const sent = [await stage.post(PATH, FORM, as), await stage.post(PATH, FORM, as)];
    expect(sent.map(({ status }) => status)).toEqual([303, 303]);
    expect(sent[0]?.location).toMatch(/\/runs\/wrun_\w+\?done=started$/);
    expect(sent[1]?.location).toBe(sent[0]?.location);
    const versions = await versionsOf('twice');
    expect(
      versions.map(({ runnable, components }) => [runnable, components.subject.id, components.gate_policy.id]),
    ).toEqual([[true, 'build-4711', 'Release']]);
  });

  test('only creates a version where that is asked, and copies it for another build', async () => {
    await record('copied');
    const as = { 'access-token': 'copied' };
    const { location } = await stage.post(PATH, { ...FORM, rate: '98.7', do: 'create' }, as);
    expect(location).toMatch(/\/workflows\/sha256%3A[0-9a-f]{64}\?done=created$/);
    expect(
      (await stage.servicesOf('copied').evaluation.runs.page({ order: 'asc' }, { limit: 9, after: null })).items,
    ).toEqual([]);
    const page = await stage.get(location?.replace('http://127.0.0.1', '') ?? '', as);
    expect(page.text).toContain('<strong>Ready to run.</strong>');
    expect(page.text).toContain('pass rate at least 98.7 %');
    const [version] = await versionsOf('copied');
    const copy = await stage.get(`${PATH}?from=${version?.workflow_version_digest}`, as);
    expect(copy.text).toMatch(/id="rate"[^>]*value="98.7"/);
    expect(copy.text).toContain('value="http://127.0.0.1:9"');
  });

  test.for<[string, Record<string, string>, field: string, said: string]>([
    ['an application without recordings', { app: 'other' }, 'app', 'Choose an application with recordings.'],
    ['a build without a name', { build: ' ' }, 'build', 'Name the build'],
    [
      'an address with credentials',
      { target: 'http://a:b@127.0.0.1' },
      'target',
      'Enter an http:// or https:// address',
    ],
    ['a pass rate above 100 %', { rate: '101' }, 'rate', 'Enter a number from 0 to 100.'],
    ['a pass rate in another notation', { rate: '1e2' }, 'rate', 'Enter a number from 0 to 100.'],
    ['no hours', { hours: '0' }, 'hours', 'Enter a whole number from 1 to'],
    ['a timeout above a day', { timeout: '1441' }, 'timeout', 'Enter a whole number from 1 to 1440.'],
    ['rules that are not JSON', { rules: 'own', policy: '{' }, 'policy', 'the JSON is not readable'],
    ['rules with a name twice', { rules: 'own', policy: '{"schema":"x","schema":"y"}' }, 'policy', 'not usable'],
    ['rules of another kind', { rules: 'own', policy: '{"schema":"eval.subject/v1"}' }, 'policy', '#/schema'],
  ])('refuses %s beside the field, and stores nothing', async ([, change, field, said]) => {
    await record('refused');
    const as = { 'access-token': 'refused' };
    const { status, text } = await stage.post(PATH, { ...FORM, ...change }, as);
    expect(status).toBe(422);
    expect(new RegExp(`id="${field}-error">[^<]*${said.replaceAll(/[.#]/g, '\\$&')}`).test(text), text).toBe(true);
    expect(await versionsOf('refused')).toEqual([]);
  });

  test('says which rules to choose where none are chosen', async () => {
    await record('refused');
    const { status, text } = await stage.post(PATH, { ...FORM, rules: 'none' }, { 'access-token': 'refused' });
    expect([status, text.includes('Choose the rules that decide.')]).toEqual([422, true]);
  });

  test('previews without storing anything, also of incomplete choices', async () => {
    await record('previewed');
    const as = { 'access-token': 'previewed' };
    const { status, text } = await stage.post(PATH, { ...FORM, build: '', do: 'preview' }, as);
    expect([status, text.includes('id="would"'), text.includes('1 recording, 1 endpoint')]).toEqual([200, true, true]);
    expect(await versionsOf('previewed')).toEqual([]);
  });

  test('shows no application of another tenant, and takes none', async () => {
    await record('acme', 'secret-app');
    const mine = { 'access-token': 'stranger' };
    expect((await stage.get(PATH, mine)).text).not.toContain('secret-app');
    expect((await stage.get(`${PATH}?app=secret-app`, mine)).text).not.toContain('secret-app');
    const sent = await stage.post(PATH, { ...FORM, app: 'secret-app' }, mine);
    expect([sent.status, sent.text.includes('Choose an application with recordings.')]).toEqual([422, true]);
    await stage.post(PATH, { ...FORM, app: 'secret-app', do: 'create' }, { 'access-token': 'acme' });
    const [version] = await versionsOf('acme');
    const copied = await stage.get(`${PATH}?from=${version?.workflow_version_digest}`, mine);
    expect([version === undefined, copied.status, copied.text.includes('secret-app')]).toEqual([false, 200, false]);
  });

  test.for([['eval:read'], ['read']])('is closed to a caller with %s alone', async ([scope = '']) => {
    await record('closed');
    const as = { 'access-token': 'closed', 'x-scopes': scope };
    expect([(await stage.get(PATH, as)).status, (await stage.post(PATH, FORM, as)).status]).toEqual([403, 403]);
    expect(await versionsOf('closed')).toEqual([]);
  });
});
