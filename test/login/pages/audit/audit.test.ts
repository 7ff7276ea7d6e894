import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pageStage } from '../../../platform/pages-shell/page-stage.ts';

const ADA = 'ada@shop.test';
const BOB = 'bob@shop.test';
const DAY_MS = 86_400_000;

let stage: ReturnType<typeof pageStage>;
let admin: ReturnType<typeof stage.browser>;
afterEach(() => stage.close());

beforeEach(async () => {
  stage = pageStage({ SVC_GUEST_LOGIN: 'off' });
  admin = stage.browser();
  await stage.services.users.setRole(ADA, 'admin', 'default');
  await admin.logIn(ADA);
  const { audit } = stage.services;
  await audit.note({ name: BOB }, 'rule.added', { appId: 'shop', ruleId: 'r-old' });
  stage.clock.now += 20 * DAY_MS;
  await audit.note({ name: BOB }, 'rule.added', { appId: 'shop', ruleId: 'r-1' });
  stage.clock.now += 1000;
  await audit.note({ name: ADA }, 'channel.changed', { id: 'ch-1', type: 'webhook' });
  stage.clock.now += 1000;
  await audit.noteRefused({ name: 'ci' }, 'run.started', { appId: 'pricing', address: 'https://new.example' });
  stage.clock.now += 1000;
  await audit.noteRefused({ name: 'open-api' }, 'channel.deleted', {});
  // The session of a login is shorter than the time that passed.
  await admin.logIn(ADA);
});

const shownBy = async (query: string) => {
  const { text } = await admin.get(`/console/audit${query}`);
  return [...text.matchAll(/title="([a-z-]+\.[a-z-]+)"/g)].map(([, action]) => action);
};

describe('the page of the audit log', () => {
  test('marks what was refused, and says why', async () => {
    const { text } = await admin.get('/console/audit');
    const row = text.split('<tr>').find((one) => one.includes('run.started'));
    expect(row).toContain('Refused</span> Started a run');
    expect(row).toContain('<code>https://new.example</code>: not an allowed target');
    expect(text).toContain('<th scope="row">without a credential</th>');
  });

  test('shows names with ids as a title, and the id of what has no name any more', async () => {
    const { body } = await stage.call('POST', '/openapi/v1/notification-channels', {
      type: 'webhook',
      url: 'https://hook.test/x',
      name: 'Releases',
    });
    const key = await stage.call('POST', '/api/api-keys', { name: 'github-actions', scopes: ['read'] }, stage.asAdmin);
    const { audit } = stage.services;
    await audit.noteRefused({ name: 'open-api' }, 'channel.changed', { id: body.id });
    await audit.note({ name: ADA }, 'key.rotated', { id: key.body.body.id });
    await audit.note({ name: ADA }, 'key.removed', { id: 'gone' });
    await audit.note({ name: ADA }, 'rule.removed', { appId: 'shop', ruleId: 'r-9' }, 'Ignore at in /a');
    const { text } = await admin.get('/console/audit');
    const named = [
      ...text.matchAll(
        /title="([a-z.-]+)">(?:<span.*?<\/span> )?[^<]*<\/td><td class="wide"><span class="small muted" title="([^"]*)">([^<]*)</g,
      ),
    ];
    expect(named.map(([, ...shown]) => shown)).toEqual(
      expect.arrayContaining([
        ['channel.changed', `id ${body.id}`, 'Releases'],
        ['key.rotated', `id ${key.body.body.id}`, 'github-actions'],
        ['key.removed', 'id gone', 'id gone'],
        ['rule.removed', 'rule r-9', 'Ignore at in /a'],
        ['rule.added', 'rule r-1', 'rule r-1'],
      ]),
    );
    expect(await shownBy('?text=ignore+AT')).toEqual(['rule.removed']);
    const file = (await admin.get('/console/audit/file')).text;
    expect(file).toContain(`,refused,,"{""id"":""${body.id}""}",Releases`);
  });

  test.for<[query: string, actions: string[]]>([
    ['', ['channel.deleted', 'run.started', 'channel.changed', 'rule.added']],
    ['?days=month', ['channel.deleted', 'run.started', 'channel.changed', 'rule.added', 'rule.added']],
    ['?what=refused', ['channel.deleted', 'run.started']],
    ['?what=channels', ['channel.deleted', 'channel.changed']],
    ['?what=settings', ['run.started']],
    ['?who=open-api', ['channel.deleted']],
    ['?app=shop', ['rule.added']],
    ['?text=R-1', ['rule.added']],
    ['?text=added+a+rule', ['rule.added']],
    ['?text=nothing', []],
    ['?what=unknown&days=unknown', ['channel.deleted', 'run.started', 'channel.changed', 'rule.added']],
  ])('shows by %s', async ([query, actions]) => {
    expect(await shownBy(query)).toEqual(actions);
  });

  test('exports what it shows as CSV, without formulas', async () => {
    stage.clock.now += 1000;
    await stage.services.audit.note({ name: '=cmd|x' }, 'key.made', { id: 'k,"1"' }, '=key');
    const { status, headers, text } = await admin.get('/console/audit/file?what=users');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const [head, row] = text.split('\r\n');
    expect(head).toBe('at,who,action,refused,appId,subject,about');
    expect(row).toBe(`${new Date(stage.clock.now).toISOString()},'=cmd|x,key.made,,,"{""id"":""k,\\""1\\""""}",'=key`);
    expect((await admin.get('/console/audit/file?what=refused')).text.match(/,refused,/g)).toHaveLength(3);
  });

  test.for(['/console/audit', '/console/audit/file'])(
    'is closed to members, and to admins of another tenant %s',
    async (path) => {
      await stage.services.users.setRole(BOB, 'member', 'default');
      const bob = stage.browser();
      await bob.logIn(BOB);
      expect((await bob.get(path)).status).toBe(403);
      const theirs = await stage.browser().get(path, { 'x-api-key': await stage.keyOf('acme', 'admin') });
      expect([theirs.status, theirs.text.includes('r-1')]).toEqual([200, false]);
      const anyone = await stage.browser().get(path);
      expect([anyone.status, anyone.text.includes('r-1')]).toEqual([303, false]);
    },
  );
});
