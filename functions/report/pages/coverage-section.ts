import { html } from 'hono/html';
import type { Findings } from '../../findings/domain/findings.ts';
import { coverageWords } from '../../findings/domain/state-words.ts';
import type { Html } from '../../platform/http/pages/page-route.ts';
import { count, counted, short } from '../../platform/pages-shell/words.ts';
import type { ShapeCoverage } from '../../replay/domain/spread.ts';

const MAX_NAMED = 50;

/** Coverage of the application by the replay (spec 2.4, coverage and scope), and of shapes if it was spread over them. */
export function coverageSection({ scope, coverage }: Findings, shapes: ShapeCoverage | undefined): Html {
  const { uncoveredMainOperations: missing } = coverage;
  return html`<section aria-labelledby="coverage"><h2 id="coverage">Coverage</h2>
<p>${count(scope.interfacesReplayed)} of ${counted(scope.interfacesInScope, 'endpoint')} replayed with ${counted(scope.requests, 'request')}; ${count(coverage.uncoveredInterfaces)} not covered${scope.requestsWithoutResult > 0 && html`; ${counted(scope.requestsWithoutResult, 'request')} without result`}. ${coverageWords(coverage)}${shapes && html` ${count(shapes.covered)} of ${counted(shapes.of, 'shape')} of requests and responses covered.`}</p>
${missing.length > 0 && html`<ul class="places">${missing.slice(0, MAX_NAMED).map((operation) => html`<li><code>${short(operation)}</code></li>`)}${missing.length > MAX_NAMED && html`<li class="faint">and ${count(missing.length - MAX_NAMED)} more</li>`}</ul>`}</section>`;
}
