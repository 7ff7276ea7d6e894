import { describe, expect, test } from 'vitest';
import { json, recordedGet } from '../../support/fakes/recorded-target.ts';
import { call, completed } from '../../support/running-service.ts';
import { APP } from './report-scenario.ts';
import { report, reportStage, textOf } from './report-stage.ts';

let held: (() => void)[] = [];

const { stage, runs, page, followed, send, itemAt } = reportStage(({ url }, response) => {
  const isHeld = url.startsWith('/held/');
  if (isHeld) held.push(() => json(response, {}));
  return isHeld;
});

describe('the actions on a report', () => {
  test('show the effect of a rule before it is saved, and reflect it in the findings afterwards', async () => {
    const path = `${report(runs.planId)}/rule?${new URLSearchParams({ kind: 'ignore', target: 'response', path: '$.level', operation: '/profile' })}`;
    const preview = await page(path);
    expect(textOf(preview.html)).toMatch(/Hidden GET \/profile: Type changed level 1 request/);
    expect(textOf((await page(report(runs.planId))).html)).toContain('Type changed');
    const fields = {
      kind: 'ignore',
      target: 'response',
      path: '$.level',
      operation: '/profile',
      keys: '',
      comment: 'why',
    };
    const saved = await send(`${report(runs.planId)}/rule`, fields);
    expect(saved).toMatchObject({ status: 303, location: `${report(runs.planId)}?done=rule` });
    const after = textOf((await followed(saved)).html);
    expect(after).toContain('The rule is saved');
    expect(after).not.toContain('Type changed');
  });

  test('suggest a likely key for a list of a request', async () => {
    const { html } = await page(`${report(runs.planId)}/cases/${await itemAt(runs.planId, '/stock')}`);
    const link = /href="([^"]*kind=array-key[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const preview = await page(link);
    expect(preview.html).toMatch(/name="keys" [^>]*value="sku"/);
    expect(textOf(preview.html)).toContain('Preview, nothing is saved');
  });

  test('ignore the order of a list with a key', async () => {
    const path = `${report(runs.planId)}/rule?${new URLSearchParams({ kind: 'array-key', path: '$.entries', operation: '/list', keys: 'id' })}`;
    expect(textOf((await page(path)).html)).toMatch(/Hidden GET \/list: Order changed entries 1 request/);
  });

  test('ask for the key of a list, and show a refusal beside its field', async () => {
    const query = (keys: string) =>
      `${report(runs.planId)}/rule?${new URLSearchParams({ kind: 'array-key', path: '$.items', operation: '/stock', keys })}`;
    expect((await page(query(''))).html).not.toContain('nothing is saved');
    const preview = await page(query('quantity'));
    expect(textOf(preview.html)).toContain('Preview, nothing is saved');
    const refused = await send(`${report(runs.planId)}/rule`, { kind: 'ignore', path: '$[', operation: '' });
    expect(refused.status).toBe(422);
    expect(refused.html).toMatch(/<p class="error" id="path-error">Path must be/);
    expect(refused.html).toContain('value="$["');
  });

  test('remove a marked request from the findings, and return it without the mark', async () => {
    const item = await itemAt(runs.planId, '/broken');
    const at = `${report(runs.planId)}/cases/${item}`;
    expect((await send(`${at}/mark`, { comment: 'meant <b>' })).location).toBe(`${at}?done=marked`);
    const marked = textOf((await page(report(runs.planId))).html);
    expect(marked).not.toContain('Needs action: Server error');
    const [, current, settled] = /Failing requests (\d+) (\d+) when settled/.exec(marked) ?? [];
    expect(Number(current)).toBeLessThan(Number(settled));
    expect(marked).toContain('1 request marked as expected , last by ');
    expect((await page(at)).html).toContain('meant &lt;b&gt;');
    expect((await send(`${at}/unmark`)).location).toBe(`${at}?done=unmarked`);
    expect(textOf((await page(report(runs.planId))).html)).toContain('Needs action: Server error');
  });

  test('mark all requests of a finding as expected with a comment, and undo it at once', async () => {
    const { html } = await page(report(runs.planId));
    const [, action = ''] =
      /action="(\/report\/[0-9a-f]+\/findings\/[0-9a-f]{12}\/mark)"(?:(?!<\/form>).)*Mark 6 requests as expected/s.exec(
        html,
      ) ?? [];
    const marked = await send(action, { comment: 'new prices' });
    const id = /findings\/([0-9a-f]{12})/.exec(action)?.[1];
    expect(marked.location).toMatch(
      new RegExp(`^${report(runs.planId)}\\?done=expected&expected=${id}&markedAt=[^#&]+#f-${id}$`),
    );
    const after = await followed(marked);
    expect(textOf(after.html)).toContain('6 requests marked as expected Undo');
    // Its row is where it was.
    const rowIds = (text: string) =>
      [...text.matchAll(/<tr class="finding" id="f-([0-9a-f]{12})"/g)].map(([, one]) => one);
    expect(rowIds(after.html).filter((one) => rowIds(html).includes(one))).toEqual(rowIds(html));
    const row = new RegExp(`<tr class="finding" id="f-${id}".*?</tr>`, 's').exec(after.html)?.[0] ?? '';
    expect(textOf(row)).toMatch(/6 of 12 Expected Undo/);
    expect(rowIds((await page(report(runs.planId))).html)).not.toContain(id);
    expect(textOf(after.html)).toContain('Do not release: 5 findings need action');
    // The tab and the caption count alike, without the row that stays.
    const [, counted] = /Findings (\d+) Failing requests \d+ Endpoints/.exec(textOf(after.html)) ?? [];
    expect(textOf(after.html)).toContain(` ${counted} findings and 1 marked as expected, by severity`);
    expect(textOf(after.html)).toMatch(/ Needs action 5 \d endpoints/);
    const { items } = (await call(stage.service.url, 'GET', `/api/replays/${runs.planId}/cases?limit=200`)).body;
    expect(items.filter((one: { marked: boolean }) => one.marked)).toHaveLength(6);
    const [, markedAt = ''] = /name="markedAt" value="([^"]+)"/.exec(after.html) ?? [];
    const undone = await send(`${report(runs.planId)}/unmark`, { markedAt, finding: id ?? '' });
    expect(undone.location).toBe(`${report(runs.planId)}?done=unmarked#f-${id}`);
    expect(textOf((await followed(undone)).html)).toContain('Do not release: 6 findings need action');
    expect((await send(action.replace(/[0-9a-f]{12}\/mark/, '000000000000/mark'))).status).toBe(404);
  });

  test('mark all requests of a finding from the page of one of them, and undo it there', async () => {
    // The price of every second order changed.
    const item = (await itemAt(runs.planId, '/orders/{id}')) + 1;
    const at = `${report(runs.planId)}/cases/${item}`;
    const { html } = await page(at);
    const [, action = ''] = /formaction="([^"]+\/mark)">Mark all 6 with /.exec(html) ?? [];
    const marked = await send(action, { comment: 'new prices', item: String(item) });
    expect(marked.location).toBe(`${at}?done=expected`);
    const after = await followed(marked);
    expect(textOf(after.html)).toContain('6 requests marked as expected Undo');
    const [, markedAt = ''] = /name="markedAt" value="([^"]+)"/.exec(after.html) ?? [];
    const undone = await send(`${report(runs.planId)}/unmark`, { markedAt, item: String(item) });
    expect(undone.location).toBe(`${at}?done=unmarked`);
    expect(textOf((await followed(undone)).html)).toContain('Mark all 6 with ');
  });

  test('offer a tolerance where numbers differ, and show its effect before it is saved', async () => {
    const { html } = await page(`${report(runs.planId)}/cases/${(await itemAt(runs.planId, '/orders/{id}')) + 1}`);
    const link = /href="([^"]*kind=tolerance[^"]*)">Allow ±1…/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const preview = await page(link);
    expect(preview.html).toMatch(/name="amount" [^>]*value="1"/);
    expect(textOf(preview.html)).toMatch(/Allow \S+ to differ by up to 1 in GET \/orders\/\{id\}\s*: hides 1 finding/);
    const query = new URLSearchParams({ kind: 'tolerance', path: '$.total', amount: 'much' });
    expect((await page(`${report(runs.planId)}/rule?${query}`)).html).toContain('id="amount-error"');
  });

  test('give the curl command of a request, for the target of the run', async () => {
    const { html } = await page(`${report(runs.planId)}/cases/${await itemAt(runs.planId, '/broken')}`);
    expect(html).toContain(`\${TARGET:-${stage.target.url}}`.replaceAll('"', '&quot;'));
    expect(textOf(html)).toContain('Copy as curl');
  });

  test('ignore a finding with the announced effect', async () => {
    const { html } = await page(report(runs.planId));
    const [, action = '', effect = ''] =
      /If you ignore the order of <code>entries<\/code>.*?(?=<\/form>)/s
        .exec(html)?.[0]
        .match(/action="([^"]+\/ignore)"/) ?? [];
    const [, before, said] = /entries 1 finding goes, 1 request passes \((\d+) → (\d+)\)/.exec(textOf(html)) ?? [];
    expect([effect, Number(said)]).toEqual(['', Number(before) - 1]);
    const ignored = await send(action, { where: 'endpoints' });
    expect(ignored.location).toBe(`${report(runs.planId)}?done=rule`);
    const after = textOf((await followed(ignored)).html);
    expect(after).toContain(`Failing requests ${said} `);
    expect(after).not.toContain('Order changed entries');
    const { items } = (await call(stage.service.url, 'GET', `/api/apps/${APP}/compare-rules`)).body;
    const rule = items.find(({ path }: { path: string }) => path === '$.entries');
    expect(rule).toMatchObject({ kind: 'ignore-order', operation: '/list', target: 'response' });
    await call(stage.service.url, 'DELETE', `/api/apps/${APP}/compare-rules/${rule.ruleId}`);
  });

  test('count a suggestion again after it was reverted', async () => {
    const { html } = await page(`${report(runs.planId)}?tab=details`);
    const action = /action="([^"]+\/revert)"/.exec(html)?.[1] ?? '';
    expect((await send(action)).location).toBe(`${report(runs.planId)}?done=reverted`);
    expect(textOf((await page(report(runs.planId))).html)).toMatch(
      /Value changed (?:New )?requestId (?:(?!Example).)* GET \/orders\/\{id\} 12 of 12/,
    );
  });

  test('explain a refusal, and show nothing for an unknown word', async () => {
    const stopped = await send(`${report(runs.planId)}/stop`);
    expect(stopped.location).toBe(`${report(runs.planId)}?refused=NOT_RUNNING`);
    expect(textOf((await followed(stopped)).html)).toContain('Nothing was changed: the run has already completed.');
    expect(textOf((await page(`${report(runs.planId)}?refused=toString`)).html)).not.toContain('native code');
  });

  test('recompare a run and start it again', async () => {
    const { html } = await page(report(runs.planId));
    expect(html).toContain(`action="${report(runs.planId)}/rerun"`);
    expect((await send(`${report(runs.first)}/recompare`)).location).toBe(`${report(runs.first)}?done=recompare`);
    expect((await send(`${report(runs.first)}/rerun`)).location).toBe(`${report(runs.first)}?done=rerun`);
    await completed(stage.service.url, runs.first);
    expect(textOf((await page(`${report(runs.first)}?tab=details`)).html)).toContain(', round 2');
  });

  test('show progress of a running replay, reload without script, and offer to stop it', async () => {
    const cases = ['a', 'b'].map((name) => recordedGet('held', `/held/${name}`, {}));
    await call(stage.service.url, 'POST', '/api/recorder/cases', cases);
    const { body } = await call(stage.service.url, 'POST', '/openapi/v1/replay-triggers', {
      appId: 'held',
      targetEnv: stage.target.url,
    });
    await expect.poll(() => held.length).toBeGreaterThan(0);
    const { html } = await page(report(body.planId));
    expect(html).toContain('<noscript><meta http-equiv="refresh" content="5"></noscript>');
    expect(textOf(html)).toMatch(/0 of 2 requests sent Running .*This page updates automatically\./);
    expect(html).toMatch(/<div id="live" data-live data-every="2">.*<progress value="0" max="2"/s);
    expect((await send(`${report(body.planId)}/stop`)).location).toBe(`${report(body.planId)}?done=stopped`);
    for (const answer of held) answer();
    held = [];
    await completed(stage.service.url, body.planId);
    expect(textOf((await page(report(body.planId))).html)).toMatch(
      /No decision: (?:the run was interrupted|too little was replayed)|No decision: \d of 2 requests/,
    );
  });
});

describe('the right to read a report', () => {
  test('lets a guest see the report and its bodies, without buttons, and refuses actions', async () => {
    const guest = await fetch(`${stage.service.url}${report(runs.planId)}`);
    const html = await guest.text();
    expect(textOf(html)).toContain('Needs action');
    expect(html).not.toMatch(/<form[^>]*method="post"[^>]*action="\/report/);
    expect(html).not.toContain('Ignore');
    const cookie = guest.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    for (const [path, method] of [
      [`${report(runs.planId)}/rerun`, 'POST'],
      [`${report(runs.planId)}/cases/0/mark`, 'POST'],
      [`${report(runs.planId)}/rule?path=a`, 'GET'],
    ] as const) {
      const body = method === 'POST' ? { body: new URLSearchParams() } : {};
      expect((await page(path, { method, headers: { cookie }, ...body })).status).toBe(403);
    }
  });

  test('is required of a key', async () => {
    const { body } = await call(stage.service.url, 'POST', '/api/api-keys', { name: 'agent', scopes: ['record'] });
    expect((await page(report(runs.planId), { headers: { 'x-api-key': body.key ?? body.body?.key } })).status).toBe(
      403,
    );
  });

  test('covers rules in the application of the plan', async () => {
    expect((await call(stage.service.url, 'GET', `/api/apps/${APP}/compare-rules`)).body.items).toContainEqual(
      expect.objectContaining({ path: '$.level', operation: '/profile', comment: 'why' }),
    );
  });
});
