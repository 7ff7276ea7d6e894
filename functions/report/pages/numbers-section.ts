import { html } from 'hono/html';
import type { CaseCounts, Findings } from '../../findings/domain/findings.ts';
import type { Html } from '../../platform/http/pages/page-route.ts';
import { percent } from '../../platform/pages-shell/list-parts.ts';
import { count, counted } from '../../platform/pages-shell/words.ts';
import type { ReplayRound } from '../../replay/domain/plan.ts';

/**
 * Numbers of a settled round: those of spec 2.3 as polls and notifications reported them, and two of the current
 * findings.
 */
export const numbersSection = (
  findings: Findings,
  today: CaseCounts,
  result: NonNullable<ReplayRound['result']>,
): Html =>
  html`<dl class="stats panel"><div><dt>Verdict</dt><dd>${result.verdict}</dd></div><div><dt>Pass rate</dt><dd>${percent(result.passRate)}</dd></div><div><dt>Requests</dt><dd>${count(result.totalCases)}</dd></div><div><dt>Failed</dt><dd>${count(result.failedCases)}</dd></div><div><dt>Without result</dt><dd>${count(result.totalCases - result.successCases - result.failedCases)}</dd></div><div><dt>Endpoints unchanged</dt><dd>${count(findings.scope.interfacesUnchanged)} <span class="small muted">of ${count(findings.scope.interfacesReplayed)}</span></dd></div><div><dt>Fields ignored</dt><dd>${count(findings.excludedFieldCount)}</dd></div></dl>
${today.failedCases !== result.failedCases && html`<p>Verdict, pass rate and the counts of requests are those of when the replay settled, and stay. Under today’s rules, suggestions and marks ${counted(today.failedCases, 'request')} ${today.failedCases === 1 ? 'fails' : 'fail'}.</p>`}`;
