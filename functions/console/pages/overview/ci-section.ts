import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { copyBlock } from '../../../platform/pages-shell/copy-block.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { CI_SYSTEMS, ciSnippet } from '../../domain/ci-snippets.ts';
import { otherView } from './other-view.ts';

/** The address of a build that no run has named. */
const EXAMPLE_TARGET = 'http://staging.internal:8080';

/** The step of a pipeline that replays the recordings of an application; `?ci=` of the page chooses the system. */
export function ciSection(
  request: Pick<PageRequest, 'query' | 'url'>,
  { appId, targetEnv, publicUrl }: { appId: string; targetEnv: string | undefined; publicUrl: string },
): Html {
  const chosen = CI_SYSTEMS.find(([system]) => system === request.query.get('ci')) ?? CI_SYSTEMS[0];
  const href = (system: string) => `${otherView(request, 'ci', system)}#ci`;
  return html`<section class="panel pad stack" aria-labelledby="ci"><h2 id="ci">Run from CI</h2>
<div class="join" role="group" aria-label="CI system">${CI_SYSTEMS.map(
    ([system, name]) =>
      html`<a class="button tiny" href="${href(system)}"${system === chosen[0] && html` aria-current="true"`}>${name}</a>`,
  )}</div>
${copyBlock(ciSnippet(chosen[0], { appId, targetEnv: targetEnv ?? EXAMPLE_TARGET }), 'Copy')}
<p class="small muted">Set <code>${chosen[0] === 'github' ? 'REPLAY_URL' : 'SVC_URL'}</code> to <code>${visible(publicUrl)}</code>. Exit code 0: clean. 1: findings. 2: no decision.</p></section>`;
}
