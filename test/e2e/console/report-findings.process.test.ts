import { describe, expect, test } from 'vitest';
import { ADMIN_KEY } from '../../support/running-service.ts';
import { report, reportStage, textOf } from './report-stage.ts';

const { stage, runs, page } = reportStage(() => false);

const idsOf = (html: string, subject: string) =>
  html
    .split('<tr class="finding" id="f-')
    .filter((row) => row.split('</tr>')[0]?.includes(subject))
    .map((row) => row.slice(0, 12));

describe('the findings of a run', () => {
  test.for([
    ['junit', 'application/xml; charset=utf-8', '<testsuite name="GET /same/a" tests="1" failures="0"'],
    ['sarif', 'application/sarif+json', '"ruleId": "SERVER_ERROR"'],
    ['markdown', 'text/markdown; charset=utf-8', '## ❌ Replay: NEEDS_ACTION'],
    ['json', 'application/json', '"state": "NEEDS_ACTION"'],
  ] as const)('are exported as %s', async ([format, type, part]) => {
    const path = `${report(runs.planId)}/export/${format}`;
    expect((await page(report(runs.planId))).html).toContain(`<a href="${path}" download>`);
    const answer = await fetch(`${stage.service.url}${path}`, { headers: { 'x-api-key': ADMIN_KEY } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
    expect(answer.headers.get('content-disposition')).toMatch(RegExp(`^attachment; filename="${runs.planId}-`));
    expect(await answer.text()).toContain(part);
    expect((await page(`${report(runs.planId)}/export/pdf`)).status).toBe(404);
  });

  test('have the same address in every run, and a page with values and the effect of ignoring them', async () => {
    const [id] = idsOf((await page(report(runs.planId))).html, 'level');
    expect(idsOf((await page(report(runs.first))).html, 'level')).toEqual([id]);
    const { status, html } = await page(`${report(runs.planId)}/findings/${id}`);
    expect(status).toBe(200);
    expect(textOf(html)).toMatch(
      /Most frequent values 3 → "3" 1 request, example Endpoints GET \/profile 1 of 1 If you ignore level 1 finding goes, 0 requests pass \(16 → 16\)\. The state stays Needs action \./,
    );
    expect((await page(`${report(runs.planId)}/findings/000000000000`)).status).toBe(404);
  });
});
