import { describe, expect, test } from 'vitest';
import { report, reportStage, textOf } from './report-stage.ts';

const { runs, page, send, followed } = reportStage(() => false);

const cases = () => `${report(runs.planId)}/cases`;
/** Positions of the listed requests. */
const itemsOf = (html: string) => [...html.matchAll(/class="cut" href="[^"]*\/cases\/(\d+)"/g)].map(([, item]) => item);

describe('the list of failing requests', () => {
  test('shows method, path, change of status and differences of each', async () => {
    const { html } = await page(cases());
    expect(itemsOf(html)).toHaveLength(16);
    const text = textOf(html);
    expect(text).toContain('Failing 16 Expected 0 Passed 8 All 24');
    expect(text).toMatch(/GET \/broken 200 → 500 Needs action: Server error 500 \d+ → \d+ ms/);
  });

  test.for<[query: string, requests: number]>([
    ['?text=/ORDERS/1', 4],
    ['?text=level', 1],
    ['?endpoint=GET+/profile', 1],
    ['?kind=SERVER_ERROR', 1],
    ['?text=/same', 0],
    ['?state=expected', 0],
    ['?state=passed', 8],
    ['?state=all', 24],
  ])('filters: %s gives %i requests', async ([query, requests]) => {
    expect(itemsOf((await page(`${cases()}${query}`)).html)).toHaveLength(requests);
  });

  test('exports the filtered requests as CSV and JSON', async () => {
    const file = `${report(runs.planId)}/requests-file?list=failing&kind=SERVER_ERROR&format=`;
    const csv = (await page(`${file}csv`)).html.split('\r\n');
    expect(csv[0]).toContain('planItemId,method,path');
    expect(csv[1]).toMatch(/^[0-9a-f]{24}:\d+,GET,\/broken,200,500,SERVER_ERROR 500,\d+,\d+,no$/);
    expect(csv).toHaveLength(3);
    const json = JSON.parse((await page(`${file}json`)).html);
    expect(json).toMatchObject({ total: 1, items: [{ path: '/broken', status: { replayed: 500 }, expected: false }] });
  });

  test('marks selected requests with a reason, and removes the marks together or one by one', async () => {
    const [first = '', second = '', third = ''] = itemsOf((await page(cases())).html);
    const fields = new URLSearchParams({ comment: 'agreed' });
    for (const item of [first, second, third]) fields.append('item', item);
    const marked = await page(`${cases()}?text=GET`, { method: 'POST', body: fields });
    expect(marked.location).toContain('text=GET');
    const { html } = await followed(marked);
    expect(textOf(html)).toContain('3 requests marked as expected');
    expect(itemsOf(html)).toEqual(expect.arrayContaining([first, second, third]));
    const after = await page(cases());
    expect(textOf(after.html)).toContain('Failing requests 13');
    expect(textOf(after.html)).toContain('Failing 13 Expected 3 Passed 8 All 24');
    expect(itemsOf(after.html)).toHaveLength(13);
    expect(itemsOf(after.html)).not.toContain(first);
    expect(itemsOf((await page(`${cases()}?state=expected`)).html)).toEqual([first, second, third]);
    expect((await page(`${cases().replace(/cases$/, '')}cases/${first}`)).html).toContain('agreed');

    await send(cases(), { undo: second });
    expect(itemsOf((await page(`${cases()}?state=expected`)).html)).toEqual([first, third]);
    const markedAt = /name="markedAt" value="([^"]+)"/.exec(html)?.[1] ?? '';
    await send(cases(), { markedAt });
    expect(itemsOf((await page(`${cases()}?state=expected`)).html)).toEqual([]);
  });

  test('refuses a mark without a selection', async () => {
    const answer = await send(cases());
    expect(answer.location).toContain('refused=INVALID_MARK');
  });
});
