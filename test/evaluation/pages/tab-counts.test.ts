import { expect, test } from 'vitest';
import { listCounts } from '../../../functions/evaluation/service/list-counts.ts';
import { DamagedData } from '../../../functions/platform/values/damaged-data.ts';
import type { Item, Query } from '../../../functions/platform/world.ts';
import { evaluationPageStage } from './evaluation-stage.ts';

const stage = evaluationPageStage();

const tabsOf = (text: string) =>
  (/<nav class="tabs"[\s\S]*?<\/nav>/.exec(text)?.[0] ?? '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

test('the tabs of the evaluation pages count what their lists have, in the tenant of the caller', async () => {
  await stage.run();
  await stage.run();
  for (const path of ['', '/workflows', '/policies', '/hosts', '/events']) {
    const { text } = await stage.get(`/console/evaluations${path}`);
    expect(tabsOf(text), path).toBe('Evaluations 2 Workflow versions 1 Online policies 0 Hosts 0 Events');
  }
  const { text } = await stage.get('/console/evaluations/hosts', { 'access-token': 'acme' });
  expect(tabsOf(text)).toBe('Evaluations 0 Workflow versions 0 Online policies 0 Hosts 0 Events');
});

test.for<[number, number | string]>([
  [0, 0],
  [100, 100],
  [101, '100+'],
])('a list of %i rows counts as %s, by reading at most 101', async ([rows, counted]) => {
  const query = async ({ limit = 0 }: Query) => ({
    items: Array.from({ length: Math.min(rows, limit) }, (): Item => ({ pk: 'p', sk: 's' })),
    next: null,
  });
  expect(await listCounts({ query }, 'default')()).toEqual({
    runs: counted,
    workflows: counted,
    policies: counted,
    hosts: counted,
  });
});

test('a list with a damaged row has no count, and the others have theirs', async () => {
  const query = async ({ pk }: Query) => {
    if (pk.endsWith('HOSTS')) throw new DamagedData({ pk, sk: 's' });
    return { items: [], next: null };
  };
  expect(await listCounts({ query }, 'default')()).toEqual({ runs: 0, workflows: 0, policies: 0 });
});
