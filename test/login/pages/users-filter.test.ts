import { afterEach, expect, test } from 'vitest';
import { filteredUsers } from '../../../functions/login/pages/users/filtered-users.ts';
import { pageStage } from '../../platform/pages-shell/page-stage.ts';

let stage: ReturnType<typeof pageStage> | undefined;
afterEach(() => {
  stage?.close();
  stage = undefined;
});

const ROLES = { 'ann@shop.test': 'admin', 'ben@shop.test': 'member', 'cora@mill.test': 'member' } as const;

test.for<[string, string[]]>([
  ['', ['ann@shop.test', 'ben@shop.test', 'cora@mill.test']],
  ['?text=SHOP', ['ann@shop.test', 'ben@shop.test']],
  ['?role=member', ['ben@shop.test', 'cora@mill.test']],
  ['?text=shop&role=member', ['ben@shop.test']],
  ['?role=owner', ['ann@shop.test', 'ben@shop.test', 'cora@mill.test']],
  ['?text=nowhere', []],
])('the page of the users shows with %s: %j', async ([query, shown]) => {
  stage = pageStage();
  for (const [name, role] of Object.entries(ROLES))
    await stage.call('PUT', `/api/users/${name}`, { role }, stage.asAdmin);
  const { text } = await stage.browser().get(`/console/users${query}`, stage.asAdmin);
  expect([...text.matchAll(/<th scope="row">([^<]*@[^<]*)</g)].map(([, name]) => name).sort()).toEqual(shown);
  expect(text.includes('No user fits these filters')).toBe(shown.length === 0);
  expect(text).toContain('Anyone at shop.test may log in</strong> and becomes a member');
});

test('a filtered list reads on until it has users to show, and at most ten pages', async () => {
  let reads = 0;
  const page = async () => {
    reads++;
    return { items: [], next: 'more' };
  };
  const found = await filteredUsers({ page }, 'default', { filter: { text: 'x', role: '' }, after: null });
  expect([found, reads]).toEqual([{ items: [], next: 'more' }, 10]);
  reads = 0;
  await filteredUsers({ page }, 'default', { filter: { text: '', role: '' }, after: null });
  expect(reads).toBe(1);
});
