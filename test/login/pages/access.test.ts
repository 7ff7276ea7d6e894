import { afterEach, describe, expect, test } from 'vitest';
import { API_KEY_SCOPES } from '../../../functions/platform/values/scope.ts';
import { pageStage } from '../../platform/pages-shell/page-stage.ts';
import { ADMIN_KEY } from '../../support/running-service.ts';

const ADA = 'ada@shop.test';

let stage: ReturnType<typeof pageStage>;
afterEach(() => stage.close());

describe('the purposes of API keys', () => {
  test.for([
    ['ci', ['read', 'write', 'eval:read', 'eval:run'], 'CI'],
    ['recorder', ['record'], 'Recorder'],
    ['agent', ['record', 'agent'], 'Agent'],
    ['read', ['read', 'eval:read'], 'Read-only'],
  ] as const)('choose the scopes of %s, and end it in 90 days', async ([preset, scopes, name]) => {
    stage = pageStage();
    const headers = { 'x-api-key': ADMIN_KEY };
    const form = { name: 'made', preset, scopes: 'admin', ends: '90' };
    const { text } = await stage.browser().post('/console/keys', form, headers);
    expect(text).toContain(`${name}, by admin-key, <time`);
    expect(text).toContain('never used');
    const { items } = (await stage.call('GET', '/api/api-keys', undefined, headers)).body.body;
    expect(items[0].scopes).toEqual(scopes);
    expect(Date.parse(items[0].expiresAt) - stage.clock.now).toBe(90 * 86_400_000);
  });

  test('show who created a key: a user, a key, or a dash for a key without a creator', async () => {
    stage = pageStage();
    await stage.services.users.setRole(ADA, 'admin', 'default');
    const admin = stage.browser();
    await admin.logIn(ADA);
    await admin.post('/console/keys', { name: 'by-user', preset: 'custom', scopes: 'admin', ends: '90' });
    const headers = { 'x-api-key': ADMIN_KEY };
    const body = { name: 'of-key', scopes: ['admin'] };
    const { key } = (await stage.call('POST', '/api/api-keys', body, headers)).body.body;
    await stage.call('POST', '/api/api-keys', { name: 'by-key', scopes: ['agent'] }, { 'x-api-key': key });
    await stage.services.apiKeys.create({ name: 'older', tenant: 'default', scopes: ['record'] });
    const { items } = (await stage.call('GET', '/api/api-keys', undefined, headers)).body.body;
    const creators = items.map((one: { name: string; createdBy: string | null }) => [one.name, one.createdBy]);
    expect(Object.fromEntries(creators)).toMatchObject({
      'by-user': ADA,
      'of-key': 'admin-key',
      'by-key': 'of-key',
      older: null,
    });
    const { text } = await admin.get('/console/keys');
    for (const shown of [`by ${ADA}, <time`, 'by of-key, <time', 'Recorder, by –, <time'])
      expect(text).toContain(shown);
  });

  test('mark a key that ends soon', async () => {
    stage = pageStage();
    const headers = { 'x-api-key': ADMIN_KEY };
    const expiresAt = new Date(stage.clock.now + 6 * 86_400_000).toISOString();
    await stage.call('POST', '/api/api-keys', { name: 'soon', scopes: ['read'], expiresAt }, headers);
    expect((await stage.browser().get('/console/keys', headers)).text).toMatch(
      /class="badge warn">.*<time[^>]*>in 6 days</,
    );
  });

  test('show the day of the end, and of many scopes those that are missing', async () => {
    stage = pageStage();
    const headers = { 'x-api-key': ADMIN_KEY };
    const scopes = API_KEY_SCOPES.filter((scope) => scope !== 'admin');
    const make = (name: string, expiresAt: string) =>
      stage.call('POST', '/api/api-keys', { name, scopes, expiresAt }, headers);
    await make('this-year', '2026-12-20T10:00:00Z');
    await make('next-year', '2027-02-18T10:00:00Z');
    const { text } = await stage.browser().get('/console/keys', headers);
    expect(text).toContain('9 scopes, all but <code>admin</code>');
    expect(text).toContain('title="2026-12-20 10:00:00 UTC">20 Dec</time>');
    expect(text).toContain('>18 Feb 2027</time>');
    expect(text).toContain('In 90 days, 18 Feb<');
  });
});
