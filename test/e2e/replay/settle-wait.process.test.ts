import { expect, test } from 'vitest';
import { startReplay } from '../../cli/replay-process.ts';
import { replay } from '../../cli/run-replay.ts';
import { json, recordedGet } from '../../support/fakes/recorded-target.ts';
import { ADMIN_KEY, call } from '../../support/running-service.ts';
import { serviceAndTarget } from '../../support/stages/service-and-target.ts';

// A wait that exceeds every timeout: the run is observed in it.
const WAIT_SECONDS = 3600;
const stage = serviceAndTarget((_, response) => json(response, { price: 9 }), {
  SVC_NOISE_REDUCTION: 'off',
  SVC_SETTLE_SECONDS: String(WAIT_SECONDS),
});

test('API, report and command line say until when and why findings wait to settle', async () => {
  const { url } = stage.service;
  await call(url, 'POST', '/api/recorder/cases', [recordedGet('shop', '/a', { price: 10 })]);
  const env = { SVC_URL: url, SVC_TOKEN: ADMIN_KEY };
  const following = startReplay(['trigger', '--app-id', 'shop', '--target-env', stage.target.url, '--wait'], env);
  await following.said('findings settle at ');
  following.child.kill('SIGINT');
  const { stderr } = await following.ended;

  const { planId } = (await call(url, 'GET', '/api/replays?appId=shop')).body.items[0];
  const { settling, finishedAt } = (await call(url, 'GET', `/api/replays/${planId}`)).body;
  const until = new Date(Date.parse(finishedAt) + WAIT_SECONDS * 1000).toISOString();
  expect(settling).toEqual({ stage: 'WAIT', until, reason: expect.stringContaining('SVC_NOISE_REDUCTION') });
  expect(stderr).toContain(`findings settle at ${until}, since noise reduction is off`);

  const report = await fetch(`${url}/report/${planId}`, { headers: { 'x-api-key': ADMIN_KEY } });
  const html = await report.text();
  expect(html).toMatch(RegExp(`Final result in <time datetime="${until}"[^>]* data-until="\\d+">\\d+:\\d\\d</time>`));
  expect(html).toContain('The only request was sent; 1 fails so far.');
  expect(html).toContain('Settle time: 1 h 00 min');
  expect(html).toContain(`href="/report/${planId}/cases">Show failing requests`);
  const failing = await fetch(`${url}/report/${planId}/cases`, { headers: { 'x-api-key': ADMIN_KEY } });
  const list = await failing.text();
  expect(list).toContain(`<a class="cut" href="/report/${planId}/cases/0"`);
  // Neither marks nor filters before the run has settled.
  expect(list).not.toMatch(/name="item"|role="search"/);

  const status = await replay(['status', planId], env);
  expect(status.stdout).toContain(settling.reason);
  expect(status.stdout).toContain(`findings settle at ${until}`);
  expect(JSON.parse((await replay(['status', planId, '--json'], env)).stdout)).toMatchObject({ settling });

  // Without a credential the Open API answers, which does not know the stage.
  const anonymous = await replay(['status', planId], { SVC_URL: url, HOME: stage.service.dataDir });
  expect(anonymous).toMatchObject({ stdout: expect.stringMatching(/^RUNNING {2}100 %\nfollow it:/) });

  const form = await fetch(`${url}/console/apps/shop/replays/new`, { headers: { 'x-api-key': ADMIN_KEY } });
  expect(await form.text()).toContain('Each request is sent once');
  expect(stage.target.seen).toHaveLength(1);
});
