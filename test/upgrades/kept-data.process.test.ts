import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultInLedger, faultInRun, GENESIS, type Link } from '../../functions/evaluation/domain/ledger/chain.ts';
import { channelStore } from '../../functions/notifications/store/channels.ts';
import { MIGRATIONS } from '../../functions/platform/migrations/migrations.ts';
import { latestVersion } from '../../functions/platform/migrations/pending-migrations.ts';
import { localKeys } from '../../functions/platform/standalone/keys.ts';
import { readMasterKeys } from '../../functions/platform/standalone/master-key-file.ts';
import { migrateData } from '../../functions/platform/standalone/migrate-data.ts';
import { openTable } from '../../functions/platform/standalone/table.ts';
import { silentLog } from '../contracts/silent-log.ts';
import { json, openTarget, type Target } from '../support/fakes/recorded-target.ts';
import { freePort } from '../support/free-port.ts';
import { ADMIN_KEY, call, type RunningService, startProcess, temporaryDataDir } from '../support/running-service.ts';
import { copyOf, KEPT, keptFacts, lookInto, versionOf } from './kept-data.ts';
import { rowFamilies } from './row-families.ts';
import { ANN, answerOf, replayed, TRACE } from './traffic.ts';

const LATEST = latestVersion(MIGRATIONS);
const anonymous = { 'x-api-key': '' };

const rowsOf = (database: DatabaseSync) =>
  database.prepare('SELECT * FROM items ORDER BY pk, sk').all() as { pk: string; sk: string; attributes: string }[]; // two texts and more
const layoutOf = (database: DatabaseSync) =>
  database.prepare("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name").all();

describe.for(KEPT)('the data directory %s', (name) => {
  const { facts, families, version, writtenAt } = keptFacts(name);

  test('keeps every row: migrated ones in their new form, all others unchanged', () => {
    const copy = copyOf(name);
    const before = lookInto(copy.dataDir, rowsOf);
    expect(lookInto(copy.dataDir, versionOf)).toBe(version);
    migrateData(copy.dataDir, { log: silentLog });
    expect(lookInto(copy.dataDir, versionOf)).toBe(LATEST);
    expect(lookInto(copy.dataDir, rowFamilies)).toEqual(families);
    const pending = MIGRATIONS.filter((one) => one.version > version);
    const isConcerned = (row: { pk: string; sk: string }) =>
      pending.some((migration) => 'concerns' in migration && migration.concerns(row));
    const after = lookInto(copy.dataDir, rowsOf);
    expect(after.filter((row) => !isConcerned(row))).toEqual(before.filter((row) => !isConcerned(row)));
    const [settings] = after.filter(({ sk }) => sk === 'SETTINGS');
    expect(JSON.parse(settings?.attributes ?? '')).toMatchObject({
      settings: { replay: { maxQps: 500 }, automaticAnalysis: true, builtInRules: {} },
    });
    const channelsOf = (rows: typeof after) =>
      rows.filter(({ pk }) => pk.endsWith('#CHANNELS')).map(({ attributes }) => JSON.parse(attributes));
    expect(channelsOf(after)).toHaveLength(facts.channelId ? 2 : 0);
    expect(channelsOf(after)).toEqual(
      channelsOf(before).map(({ robot, ...channel }) => ({ addressKey: robot, ...channel })),
    );
    copy.remove();
  });

  test.runIf(facts.channelId)('opens the sealed secret of a channel', async () => {
    const copy = copyOf(name);
    migrateData(copy.dataDir, { log: silentLog });
    const now = () => Date.parse(writtenAt);
    const table = openTable(join(copy.dataDir, 'service.sqlite'), now);
    const keys = localKeys(readMasterKeys(join(copy.dataDir, 'master.key')));
    const channels = channelStore({ table, keys, now, newId: () => '' }, 'default');
    const channel = (await channels.list()).find(({ id }) => id === facts.channelId);
    expect(channel && (await channels.destinationOf(channel))).toMatchObject({ secret: 'a-secret-of-the-channel' });
    await table.close();
    copy.remove();
  });

  test('has the tables and indexes of a new one', async () => {
    const [copy, fresh] = [copyOf(name), temporaryDataDir()];
    migrateData(copy.dataDir, { log: silentLog });
    await openTable(join(fresh.dataDir, 'service.sqlite'), Date.now).close();
    expect(lookInto(copy.dataDir, layoutOf)).toEqual(lookInto(fresh.dataDir, layoutOf));
    copy.remove();
    fresh.remove();
  });

  describe('in the current service, at the time of its writing', () => {
    const copy = copyOf(name);
    let service: RunningService;
    let target: Target;
    const get = (path: string, headers?: Record<string, string>) => call(service.url, 'GET', path, undefined, headers);

    beforeAll(async () => {
      const clock = join(copy.dataDir, 'clock-ahead');
      writeFileSync(clock, String(Date.parse(writtenAt) - Date.now()));
      target = await openTarget(({ url }, response) => json(response, answerOf(url)));
      service = await startProcess({
        dataDir: copy.dataDir,
        port: await freePort(),
        nodeArguments: ['--import', join(import.meta.dirname, '../support/clock-ahead.ts')],
        env: { CLOCK_AHEAD_FILE: clock, SVC_NOISE_REDUCTION: 'rules' },
      });
    });
    afterAll(async () => {
      expect(await service.stop()).toBe(0);
      expect(service.output()).not.toContain('request failed');
      await target.close();
      copy.remove();
    });

    test('is migrated once, and the log says so', () => {
      for (const migration of MIGRATIONS.filter((one) => one.version > version))
        expect(service.output().split(`"migration":"${migration.name}"`)).toHaveLength(3); // started and finished
      expect(lookInto(copy.dataDir, versionOf)).toBe(LATEST);
    });

    test('shows recordings, rules and the finished run', async () => {
      const cases = (await get(`/api/recorder/apps/${facts.appId}/cases`)).body.items;
      expect(cases).toHaveLength(Number(facts.cases));
      expect((await get('/api/recorder/cases/case-0')).body).toMatchObject({ pinned: true, tags: { tier: 'gold' } });
      expect((await get(`/api/apps/${facts.appId}/settings`)).body).toMatchObject({
        replay: { maxQps: 500 },
        redact: [{ header: 'x-secret' }],
        automaticAnalysis: true,
      });
      expect((await get(`/api/apps/${facts.appId}/compare-rules`)).body.items[0]).toMatchObject({ comment: 'ours' });
      const run = await get(`/openapi/v1/replay-runs/${facts.planId}`);
      expect(run.body).toMatchObject({ status: 'COMPLETED', failedCases: Number(facts.failedCases) });
      expect(run.body.findings.state).toBe(facts.findingsState);
      const results = (await get(`/api/replays/${facts.planId}/cases`)).body.items;
      expect(results).toHaveLength(Number(facts.cases));
      const one = (await get(`/api/replays/${facts.planId}/cases/${facts.planId}:0`)).body;
      expect(one.differences).toEqual(expect.arrayContaining([expect.objectContaining({ path: 'price' })]));
      const report = await fetch(`${service.url}/report/${facts.planId}`, { headers: { 'x-api-key': ADMIN_KEY } });
      expect([report.status, await report.text()]).toEqual([200, expect.stringContaining('price')]);
    });

    test('replays again', async () => {
      const planId = await replayed({ url: service.url, target: target.url }, facts.appId ?? '');
      expect((await get(`/openapi/v1/replay-runs/${planId}`)).body).toMatchObject({
        totalCases: Number(facts.cases),
        failedCases: Number(facts.failedCases),
        verdict: 'FAIL',
      });
    });

    // 0.1.0 took another digest of the request: the same key is refused then, for the day that it is kept.
    test.runIf(facts.key)('knows the idempotency key of its trigger', async () => {
      const { targetEnv } = (await get(`/api/replays/${facts.planId}`)).body;
      const [appId = '', key] = [facts.appId, 'build-4711'];
      expect(await replayed({ url: service.url, target: targetEnv }, appId, key)).toBe(facts.planId);
    });

    test.runIf(facts.key)('shows marks, keys, tenants and the main endpoint', async () => {
      const marked = (await get(`/api/replays/${facts.planId}/cases/${facts.planId}:0`)).body;
      expect(marked.mark).toMatchObject({ comment: 'as agreed' });
      expect((await get('/api/replays', { 'x-api-key': facts.key ?? '' })).status).toBe(200);
      expect((await get('/api/replays', { 'x-api-key': facts.tenantKey ?? '' })).body.items).toEqual([]);
      expect((await get('/api/tenants')).body.items).toMatchObject([{ tenantId: 'other', name: 'Another' }]);
      expect((await get('/api/audit')).body.items.length).toBeGreaterThan(5);
    });

    test.runIf(facts.channelId)(
      'shows the channels, and notifies one at another address without its secret',
      async () => {
        const path = '/openapi/v1/notification-channels';
        const { channels } = (await get(path)).body;
        expect(channels).toHaveLength(2);
        expect(channels[0]).toMatchObject({ id: facts.channelId, name: 'releases', secretConfigured: true });
        const moved = { id: facts.channelId, url: `${target.url}/moved` };
        expect((await call(service.url, 'POST', path, moved)).status).toBe(200);
        await call(service.url, 'POST', `${path}/${facts.channelId}/test`);
        await expect.poll(() => target.seen.map(({ url }) => url)).toContain('/moved');
        const sent = target.seen.find(({ url }) => url === '/moved');
        expect(sent?.headers).not.toHaveProperty('x-webhook-secret');
      },
    );

    test.runIf(facts.accessToken)('knows the user who had logged in', async () => {
      const asAnn = { 'access-token': facts.accessToken ?? '', 'x-api-key': '' };
      expect((await get(`/api/users/${ANN}`, asAnn)).body).toMatchObject({ userName: ANN, role: 'admin' });
      const shown = { ...anonymous, 'refresh-token': facts.refreshToken ?? '' };
      const refreshed = (await get(`/api/login/refresh/${ANN}`, shown)).body.body;
      expect((await get('/api/replays', { ...anonymous, 'access-token': refreshed.accessToken })).status).toBe(200);
    });

    test.runIf(facts.loggedAt)('finds log rows by their trace', async () => {
      const at = Date.parse(facts.loggedAt ?? '');
      const [since, until] = [at - 1000, at + 1000].map((time) => new Date(time).toISOString());
      const query = new URLSearchParams({ trace_id: TRACE, since: since ?? '', until: until ?? '' });
      const { rows } = (await get(`/api/recorder/logs?${query}`)).body;
      expect(rows.map(({ body }: { body: string }) => body)).toEqual(['first', 'second', 'third']);
      expect(rows).toHaveLength(Number(facts.logRows));
    });

    test.runIf(facts.runId)('shows the evaluation, whose ledger is whole', async () => {
      const run = (await get(`/api/v1/eval/runs/${facts.runId}`)).body;
      expect(run).toMatchObject({ status: facts.runStatus, gate: { decision: facts.gate } });
      expect((await get(`/api/v1/eval/workflows/${facts.workflow}`)).status).toBe(200);
      const { url } = (await get(`/api/v1/eval/artifacts/${facts.bundle}/download`)).body;
      expect(await (await fetch(url)).json()).toMatchObject({ schema: 'replay-regression.result/v1' });
      expect((await get(`/api/v2/scores/${facts.scoreId}`)).body).toMatchObject({ name: 'helpfulness' });
      expect((await get(`/api/v1/eval/online-policies/${facts.policyId}`)).body).toMatchObject({ name: 'hourly' });
      const { data } = (await get('/api/v1/eval/events?limit=100')).body;
      expect(data).toHaveLength(Number(facts.events));
      let [last, lastOfRun]: Link[] = [GENESIS, GENESIS];
      for (const event of data) {
        expect([faultInLedger(event, last ?? GENESIS), faultInRun(event, lastOfRun ?? GENESIS)]).toEqual([null, null]);
        last = { sequence: event.sequence, digest: event.chain_digest };
        lastOfRun = { sequence: event.run_sequence, digest: event.digest };
      }
    });

    test.runIf(facts.workflow)('runs the evaluation again, at the end of the same ledger', async () => {
      const started = await call(service.url, 'POST', '/api/v1/eval/runs', { workflow_version_digest: facts.workflow });
      const runId = started.body.workflow_run_id;
      await expect
        .poll(async () => (await get(`/api/v1/eval/runs/${runId}`)).body.status, { interval: 200 })
        .toMatch(/succeeded|failed/);
      const { data } = (await get(`/api/v1/eval/runs/${runId}/events?limit=100`)).body;
      expect(data[0].sequence).toBe(Number(facts.events) + 1);
    });
  });
});
