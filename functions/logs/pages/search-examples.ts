import { html } from 'hono/html';
import type { Html } from '../../platform/http/pages/page-route.ts';
import { cutText } from '../../platform/pages-shell/texts.ts';
import { visible } from '../../platform/pages-shell/visible-text.ts';
import type { LoggedRun, LogServices } from '../composition.ts';

/** Characters of an example; its link has the whole one. */
const MAX_SHOWN = 44;

/** Searches that find something of this application: by its newest recording and its last run. */
export async function searchExamples(
  recordings: Pick<LogServices['recordings'], 'list'>,
  appId: string,
  runs: readonly LoggedRun[],
): Promise<string[]> {
  const newest = (await recordings.list({ appId, limit: 1 }))?.items[0];
  const title = runs[0]?.title.replaceAll('"', '');
  return [
    ...(newest?.traceId ? [`trace:${newest.traceId}`] : []),
    ...(newest ? [`request:${newest.caseId}`] : []),
    ...(title ? [`run:"${title}"`] : []),
  ];
}

/** The examples as links; where there is none, what the prefixes are. */
export const examplesLine = (path: string, examples: readonly string[]): Html =>
  html`<div class="small row"><span class="muted">For example</span>${
    examples.length === 0
      ? html`<code>trace:4bf92f3577b34da6a3ce929d0e0e4736</code> <code>request:&lt;id of a recording&gt;</code>`
      : examples.map(
          (one) =>
            html`<a href="${path}?${new URLSearchParams({ q: one })}"><code>${visible(cutText(one, MAX_SHOWN), 'ltr')}</code></a>`,
        )
  }</div>`;
