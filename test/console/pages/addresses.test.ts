import { describe, expect, test } from 'vitest';
import { pageStage } from '../../platform/pages-shell/page-stage.ts';
import { ADMIN_KEY } from '../../support/running-service.ts';

const AS_ADMIN = { 'x-api-key': ADMIN_KEY };

describe('an address with a trailing slash (interface 13)', () => {
  const { get } = pageStage().browser();
  test.for([
    ['/console/', '/console'],
    ['/console/replays/', '/console/replays'],
    ['/console/login/?next=%2Fconsole', '/console/login?next=%2Fconsole'],
    ['/console/apps/a%2Fb/rules//', '/console/apps/a%2Fb/rules'],
    ['/report/0123456789abcdef01234567/', '/report/0123456789abcdef01234567'],
  ] as const)('redirects from %s to %s', async ([from, to]) => {
    const { status, headers } = await get(from);
    expect([status, headers.get('location')]).toEqual([308, to]);
  });

  test.for(['/console/nowhere', '/console/nowhere/', '/console//evil.test/', '/console/apps/', '/report/'])(
    'gives 404 for %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});

describe('an address that only accepts forms (interface 1)', () => {
  const { get } = pageStage().browser();
  test.for([
    '/console/logout',
    '/console/login/verify',
    '/console/keys/x/remove',
    '/console/apps/shop/rules/remove',
    '/report/0123456789abcdef01234567/recompare',
    '/report/0123456789abcdef01234567/cases/0/mark',
  ])('says so to every visitor: %s', async (path) => {
    for (const headers of [AS_ADMIN, undefined]) {
      const { status, text, headers: answered } = await get(path, headers);
      expect([status, answered.get('allow')]).toEqual([405, 'POST']);
      expect(text).toContain('This address only accepts a form');
    }
  });
});

describe('a link with an invalid cursor (interface 13)', () => {
  test.for(['?cursor=x', '?cursor='])('gives 400 for the rules of an application: %s', async (query) => {
    const { services, browser } = pageStage();
    await services.sealedSettings.changeSettings('shop', {});
    const { status, text } = await browser().get(`/console/apps/shop/rules${query}`, AS_ADMIN);
    expect([status, text.includes('This link has expired')]).toEqual([400, true]);
  });
});

describe('the pages of an application (interface 13)', () => {
  const PAGES = [
    '',
    '/recordings',
    '/replays',
    '/replays/new',
    '/schedules',
    '/schedules/new',
    '/rules',
    '/rules/export',
    '/logs',
    '/settings',
  ];

  test('are not found for an unknown application, whatever its name', async () => {
    const { get } = pageStage().browser();
    for (const page of PAGES) {
      const { status, text } = await get(`/console/apps/unknown${page}`, AS_ADMIN);
      expect([status, text.includes('There is no such page')], page).toEqual([404, true]);
    }
    expect((await get(`/console/apps/${'x'.repeat(3000)}`, AS_ADMIN)).status).toBe(404);
    expect((await get('/console/apps/%20', AS_ADMIN)).status).toBe(404);
  });

  test.for<[string, (services: ReturnType<typeof pageStage>['services']) => Promise<unknown>]>([
    ['settings', ({ sealedSettings }) => sealedSettings.changeSettings('known', { resendUnsafe: true })],
    ['main endpoints', ({ applications }) => applications.registerMainOperations('known', ['/pay'])],
  ])('are found after a change of %s', async ([, make]) => {
    const { services, browser } = pageStage();
    const { get } = browser();
    await make(services);
    for (const page of PAGES) expect((await get(`/console/apps/known${page}`, AS_ADMIN)).status, page).toBe(200);
    expect((await get('/console/apps/know', AS_ADMIN)).status).toBe(404);
  });
});
