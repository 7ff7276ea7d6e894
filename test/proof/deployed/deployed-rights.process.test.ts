import { describe, expect, test } from 'vitest';
import { json, recordedGet } from '../../support/fakes/recorded-target.ts';
import { randomBytes } from '../../support/test-random.ts';
import { everyGet } from '../canaries/every-get.ts';
import { measured } from '../measured.ts';
import { deployedStage, NOT_WALKED, WALKS_WAYS } from './deployed-stage.ts';

const USER = 'ada@shop.test';
const SETTINGS = ['SVC_LOGIN_DOMAINS=shop.test', 'SVC_MAIL_FROM=replay@shop.test'];
/** Larger than a row, also when it is compressed. */
const LARGE = randomBytes(400_000).toString('base64');

describe.skipIf(!WALKS_WAYS)(`the roles of the deployed service${NOT_WALKED}`, () => {
  const stage = deployedStage(
    ({ url }, response) => json(response, { text: LARGE, price: url.endsWith('1') ? 2 : 1 }),
    {
      settings: SETTINGS,
    },
  );

  /** The token of a user who logs in by a mailed code. */
  async function accessToken(): Promise<string> {
    expect((await stage.ask('PUT', `/api/users/${encodeURIComponent(USER)}`, { role: 'admin' })).status).toBe(200);
    await stage.ask('POST', `/api/login/getVerificationCode/${encodeURIComponent(USER)}`);
    const mailed = () => /^\d{6}(?= is your code)/m.exec(stage.deployed.services.ses.sent[0]?.text ?? '')?.[0];
    await expect.poll(mailed).toBeDefined();
    const { body } = await stage.ask('POST', '/api/login/verify', { userName: USER, verifyCode: mailed() });
    return body.body.accessToken;
  }

  test('let a run of cases that are larger than rows be recorded, pinned, replayed, compared and removed', async () => {
    const cases = Array.from({ length: 4 }, (_, at) =>
      recordedGet('large', `/large/${at}`, { text: LARGE, price: 1 }, { caseId: `large-${at}` }),
    );
    for (const one of cases) await stage.record('large', [one]);
    for (const caseId of ['large-0', 'large-1'])
      expect((await stage.ask('POST', `/api/recorder/cases/${caseId}/pin`)).status).toBe(200);
    const planId = await stage.trigger('large');
    expect(await stage.completed(planId)).toMatchObject({ totalCases: 4, successCases: 3, failedCases: 1 });
    const rule = { kind: 'ignore', path: 'price' };
    expect((await stage.ask('POST', '/api/apps/large/compare-rules', rule)).status).toBe(201);
    expect((await stage.ask('POST', `/api/replays/${planId}/recompare`)).status).toBe(202);
    await expect.poll(async () => (await stage.completed(planId)).findings.needsAction).toEqual([]);
    expect((await stage.ask('POST', `/api/replays/${planId}/rerun`)).body).toEqual({ planId, round: 2 });
    expect(await stage.completed(planId)).toMatchObject({ verdict: 'PASS' });
    const pinned = await stage.trigger('large', { caseSource: 'pinned' });
    expect(await stage.completed(pinned)).toMatchObject({ totalCases: 2 });
    for (const at of cases.keys())
      expect((await stage.ask('DELETE', `/api/recorder/cases/large-${at}`)).status).toBeLessThan(300);
  });

  test('let every function read each kind of credential, and answer every GET', async (context) => {
    await stage.record('shop', [recordedGet('shop', '/a/1', { text: LARGE, price: 1 }, { caseId: 'c1' })]);
    const planId = await stage.trigger('shop');
    await stage.completed(planId);
    const scopes = ['read', 'write', 'record', 'agent'];
    const { body } = await stage.ask('POST', '/api/api-keys', { name: 'reader', scopes });
    const credentials = [{ 'x-api-key': body.body.key }, { 'x-api-key': '', 'access-token': await accessToken() }];
    const paths = everyGet({ appId: 'shop', planId, caseId: 'c1', userName: USER, item: '0' });
    const failed: string[] = [];
    for (const headers of credentials)
      for (const path of paths) {
        const answer = await fetch(`${stage.deployed.url}${path}`, { headers, redirect: 'manual' });
        await answer.arrayBuffer();
        if (answer.status >= 500) failed.push(`${path}: ${answer.status}`);
      }
    expect(failed, stage.deployed.errors().join('\n')).toEqual([]);
    measured(context, 'requests of every GET', paths.length * credentials.length);
  });

  test('let an invitation by the endpoint and by the form be mailed by what the queue invokes', async () => {
    const invited = await stage.ask('POST', '/api/users/bob%40shop.test/invitation', { role: 'viewer' });
    expect(invited).toMatchObject({ status: 200, body: { invitationMail: 'queued' } });
    const form = await stage.form('/console/users/invite', { addresses: 'eve@shop.test', role: 'member' });
    expect(form.status, form.location ?? '').toBe(303);
    for (const to of ['bob@shop.test', 'eve@shop.test']) {
      const mailed = () => stage.deployed.services.ses.sent.filter((one) => one.to === to).map(({ text }) => text);
      await expect.poll(mailed).toHaveLength(1);
      expect(mailed()[0]).toContain(`/console/login?userName=${encodeURIComponent(to)}`);
      const state = async () => (await stage.ask('GET', `/api/users/${encodeURIComponent(to)}`)).body.invitationMail;
      await expect.poll(state).toBe('sent');
    }
  });

  test('let what schedules invoke do its work', async () => {
    for (const name of [
      'Sweeper',
      'RunSweeper',
      'PolicyTicker',
      'RetentionTicker',
      'SealingTicker',
      'ScheduleTicker',
      'AdminKeyTicker',
    ])
      await stage.deployed.tick(name);
    expect(stage.deployed.errors()).toEqual([]);
  });
});
