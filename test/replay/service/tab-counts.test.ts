import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pageStage } from '../../platform/pages-shell/page-stage.ts';
import { recordedGet } from '../../support/fakes/recorded-target.ts';

let stage: ReturnType<typeof pageStage>;
beforeEach(async () => {
  stage = pageStage();
  const cases = [1, 2, 3].map((id) => recordedGet('shop', `/orders/${id}`, { id }, { caseId: `case-${id}` }));
  await stage.call('POST', '/api/recorder/cases', cases, stage.asAdmin);
});
afterEach(() => stage.close());

const PAGES = ['', '/recordings', '/replays', '/schedules', '/rules', '/expected', '/logs', '/settings'];

/** The tabs of a page with their counts. */
const tabsOf = async (path: string): Promise<string[]> => {
  const browser = stage.browser();
  await browser.logIn('ann@shop.test');
  const { text } = await browser.get(`/console/apps/shop${path}`);
  const [, tabs = ''] = /<nav class="tabs"[^>]*>(.*?)<\/nav>/s.exec(text) ?? [];
  return [...tabs.matchAll(/<a [^>]*>(.*?)<\/a>/gs)].map(([, tab = '']) => tab.replaceAll(/<[^>]*>/g, ''));
};

describe('the tabs of an application', () => {
  test.for(PAGES)('count what the other pages list, at %j', async (path) => {
    const rule = { kind: 'ignore', path: 'id' };
    await stage.call('POST', '/api/apps/shop/compare-rules', rule, stage.asAdmin);
    expect(await tabsOf(path)).toEqual([
      'Overview',
      'Recordings 3',
      'Runs 0',
      'Schedules 0',
      'Rules 1',
      'Expected 0',
      'Logs',
      'Settings',
    ]);
  });

  test('count recordings that are pinned and deleted', async () => {
    await stage.call('POST', '/api/recorder/cases/case-1/pin', undefined, stage.asAdmin);
    expect(await tabsOf('')).toContain('Recordings 3');
    await stage.call('DELETE', '/api/recorder/cases/case-1', undefined, stage.asAdmin);
    expect(await tabsOf('')).toContain('Recordings 2');
  });
});
