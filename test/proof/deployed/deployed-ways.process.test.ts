import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { imported, shop } from '../../cli/cli-stage.ts';
import { replay } from '../../cli/run-replay.ts';
import { exportOf, iso, recordAt, TRACE } from '../../logs/api/log-stage.ts';
import { evaluationClient } from '../../support/evaluation/evaluation-client.ts';
import { json, recordedGet } from '../../support/fakes/recorded-target.ts';
import { ADMIN_KEY } from '../../support/running-service.ts';
import { randomBytes } from '../../support/test-random.ts';
import { deployedStage, NOT_WALKED, WALKS_WAYS } from './deployed-stage.ts';

const HOUR = 3_600_000;
const MIB = 1024 * 1024;
/** Larger than a row, also when it is compressed. */
const LARGE = randomBytes(400_000).toString('base64');
const SECRET = 'Bearer canary-4711-90210-of-the-recording';

const folder = mkdtempSync(join(tmpdir(), 'deployed-ways-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** How far the clock of what starts schedules is ahead. */
const CLOCK = join(folder, 'clock-ahead');
const clockAhead = {
  CLOCK_AHEAD_FILE: CLOCK,
  NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, '../../support/clock-ahead.ts'))}`,
};

describe.skipIf(!WALKS_WAYS)(`the deployed service${NOT_WALKED}`, () => {
  const stage = deployedStage(
    (seen, response) => {
      if (seen.url === '/login') json(response, { token: 'canary-4711-token' });
      else if (seen.url.startsWith('/part')) shop((path) => (path.startsWith('/part1/') ? 11 : 10))(seen, response);
      else json(response, { price: 1, authorization: seen.headers.authorization === SECRET });
    },
    { environmentOf: (resource) => (resource.startsWith('ScheduleTicker') ? clockAhead : {}) },
  );
  const cliEnvironment = () => ({ SVC_URL: stage.deployed.url, SVC_TOKEN: ADMIN_KEY, HOME: folder });
  const hooks = (path: string) =>
    stage.target.seen.filter(({ url }) => url === path).map(({ body }) => JSON.parse(body.toString()));

  test('seals recorded credentials in their context, shows them to no reader, and sends them to the target', async () => {
    const [one] = [recordedGet('sealed', '/sealed', { price: 1, authorization: true }, { caseId: 'sealed-1' })];
    const request = { ...one?.request, headers: [['authorization', SECRET]] };
    await stage.record('sealed', [{ ...one, request }]);
    const shown = await stage.ask('GET', '/api/recorder/cases/sealed-1');
    expect(shown.status).toBe(200);
    expect(shown.text).not.toContain('canary-4711');
    expect(await stage.completed(await stage.trigger('sealed'))).toMatchObject({ verdict: 'PASS', successCases: 1 });
    const sealed = [...stage.deployed.services.kms.contexts].map((context) => JSON.parse(context).subject);
    expect(sealed).toContain('recording-keys');
    for (const name of ['recordings/api', 'replay/steps'])
      expect(stage.deployed.functions.lines(stage.deployed.resourceOf(name)).join('\n')).not.toContain('canary-4711');
  });

  test('tries a login by a form with the rights of its function, and shows no value', async () => {
    await stage.record('tried', [recordedGet('tried', '/tried', { price: 1, authorization: false })]);
    const login = {
      request: { method: 'POST', path: '/login', headers: {}, body: '{"password":"canary-4711-password"}' },
      token: { path: '$.token' },
      place: { header: 'authorization', prefix: 'Bearer ' },
    };
    expect((await stage.ask('PUT', '/api/apps/tried/settings', { login })).status).toBe(200);
    const tried = await stage.form('/console/apps/tried/login-try', { targetEnv: stage.target.url });
    expect([tried.status, tried.text.includes('Token found'), tried.text.includes('canary-4711')]).toEqual([
      200,
      true,
      false,
    ]);
    const logins = stage.target.seen.filter(({ url }) => url === '/login');
    expect(logins.map(({ body }) => body.toString())).toEqual([login.request.body]);
    const other = await stage.form('/console/apps/tried/login-try', { targetEnv: 'http://127.0.0.1:9' });
    expect(other.status).toBe(422);
  });

  test('starts the run of a schedule that is due once, and announces its result to a channel', async () => {
    await stage.record('timed', [recordedGet('timed', '/timed', { price: 1, authorization: false })]);
    const channel = { type: 'webhook', name: 'Room', url: `${stage.target.url}/hook`, appIds: ['timed'] };
    expect((await stage.ask('POST', '/openapi/v1/notification-channels', channel)).status).toBe(200);
    const schedule = { cron: '0 * * * *', targetEnv: stage.target.url, notify: true };
    const path = '/api/apps/timed/schedules/hourly';
    expect((await stage.ask('PUT', path, schedule)).body).toMatchObject({ lastPlanId: null });
    await stage.deployed.tick('ScheduleTicker');
    expect((await stage.ask('GET', path)).body.lastPlanId).toBeNull();
    writeFileSync(CLOCK, String(HOUR));
    await Promise.all([stage.deployed.tick('ScheduleTicker'), stage.deployed.tick('ScheduleTicker')]);
    const { lastPlanId, lastError } = (await stage.ask('GET', path)).body;
    expect(lastError).toBeNull();
    expect(await stage.completed(lastPlanId)).toMatchObject({ verdict: 'PASS', totalCases: 1 });
    await expect.poll(() => hooks('/hook').length).toBe(1);
    expect(hooks('/hook')[0]).toMatchObject({ subject: lastPlanId, scheduleid: 'hourly' });
    const { items } = (await stage.ask('GET', '/api/replays?appId=timed')).body;
    expect(items.map(({ planId }: { planId: string }) => planId)).toEqual([lastPlanId]);
  });

  test('starts a schedule now by its endpoint and by its form, each key once, with the rights of its function', async () => {
    const path = '/api/apps/timed/schedules/hourly/start';
    const started = await stage.ask('POST', path, undefined, { 'idempotency-key': 'now-1' });
    expect(started).toMatchObject({ status: 200, body: { planId: expect.any(String) } });
    expect((await stage.ask('POST', path, undefined, { 'idempotency-key': 'now-1' })).body).toEqual(started.body);
    expect(await stage.completed(started.body.planId)).toMatchObject({ verdict: 'PASS', totalCases: 1 });
    const form = await stage.form('/console/apps/timed/schedules/hourly/start', {});
    expect(form.status).toBe(303);
    const { lastPlanId } = (await stage.ask('GET', '/api/apps/timed/schedules/hourly')).body;
    expect(lastPlanId).not.toBe(started.body.planId);
    expect(await stage.completed(lastPlanId)).toMatchObject({ verdict: 'PASS', totalCases: 1 });
  });

  test('shows how many main endpoints the last run has replayed', async () => {
    const mains = { appId: 'timed', mainOperations: ['/timed', '/never'] };
    expect((await stage.ask('POST', '/api/config/schedule/modify/UPDATE', mains)).status).toBe(200);
    expect(await stage.page('/console/apps/timed/settings')).toContain('Not replayed in the last run: /never');
  });

  test('seals stored recordings in the background, and its endpoint says how far it is', async () => {
    const one = recordedGet('persons', '/p', { mail: 'ada@shop.test', more: LARGE }, { caseId: 'person-1' });
    await stage.record('persons', [one]);
    const redact = [{ path: '$.mail', seal: true }];
    expect((await stage.ask('PUT', '/api/apps/persons/settings', { redact })).status).toBe(200);
    const form = { stored: 'all', from: 'settings' };
    expect((await stage.form('/console/apps/persons/recordings/personal-data', form)).status).toBe(303);
    const sealing = async () => (await stage.ask('GET', '/api/recorder/apps/persons/personal-data')).body.sealing;
    expect(await sealing()).toMatchObject({ status: 'RUNNING', cases: 0, total: 1 });
    await Promise.all([stage.deployed.tick('SealingTicker'), stage.deployed.tick('SealingTicker')]);
    expect(await sealing()).toMatchObject({ status: 'COMPLETED', cases: 1, sealed: 1, missed: 0, faults: 0 });
    const page = await stage.page('/console/apps/persons/settings/data');
    expect(page).toContain('Sealed in 1 stored recording of 1');
    expect((await stage.ask('GET', '/api/recorder/cases/person-1')).text).not.toContain('ada@shop.test');
  });

  test('imports by the command line, and decides a gate by evaluation runs', async () => {
    await imported(cliEnvironment());
    const { url } = stage.target;
    expect((await stage.ask('POST', '/api/apps/shop/targets', { address: url })).status).toBe(200);
    const workflow = await evaluationClient(() => stage.deployed.url).pinned({ appId: 'shop', targetEnv: url });
    const gated = await replay(['gate', '--workflow', workflow, '--wait', '--json'], cliEnvironment());
    expect(gated.code, gated.stderr).toBe(1);
    const { run, gate } = JSON.parse(gated.stdout);
    expect(run).toMatchObject({ status: 'succeeded', gate: { decision: 'fail' } });
    expect(gate).toMatchObject({ status: 'decided', conclusive: true });
  });

  test('streams the rows of a log lookup', async () => {
    const rows = exportOf(...Array.from({ length: 500 }, (_, n) => recordAt(n, `row ${n}`)));
    expect((await stage.ask('POST', '/v1/logs', rows)).status).toBe(200);
    const query = new URLSearchParams({ trace_id: TRACE, since: iso(0), until: iso(60_000) });
    const found = await stage.ask('GET', `/api/recorder/logs?${query}`);
    expect(found.status).toBe(200);
    expect(found.body.rows.map(({ message }: { message: string }) => message)).toHaveLength(500);
    expect((await fetch(`${stage.deployed.url}/api/recorder/logs?${query}`)).status).toBe(401);
  });

  test.for([
    ['more than Lambda takes, as text in base64', 5 * MIB],
    ['more than API Gateway takes', 11 * MIB],
  ] as const)('refuses a body of %s in its own words', async ([, size]) => {
    const answer = await stage.ask('POST', '/api/recorder/cases', `"${'x'.repeat(size)}"`);
    expect(answer.status).toBe(413);
    expect(answer.body).toMatchObject({ errorCode: 'PAYLOAD_TOO_LARGE' });
  });

  test('answers unknown paths, and only below its stage', async () => {
    expect((await stage.ask('GET', '/none')).body).toMatchObject({ errorCode: 'NOT_FOUND' });
    expect((await fetch(new URL('/api/apps', stage.deployed.url))).status).toBe(403);
  });
});
