import { html } from 'hono/html';
import type { Html, PageRequest } from '../../platform/http/pages/page-route.ts';
import { EVALUATIONS } from '../../platform/pages-shell/evaluation-paths.ts';
import { type LayoutOptions, layout } from '../../platform/pages-shell/layout.ts';

const TABS = [
  { tab: 'runs', path: '', text: 'Runs' },
  { tab: 'workflows', path: '/workflows', text: 'Workflow versions' },
  { tab: 'policies', path: '/policies', text: 'Online policies' },
  { tab: 'hosts', path: '/hosts', text: 'Hosts' },
  { tab: 'events', path: '/events', text: 'Events' },
] as const;

export interface EvaluationLayoutOptions extends Pick<LayoutOptions, 'title' | 'heading' | 'refreshSeconds' | 'body'> {
  request: PageRequest;
  tab: (typeof TABS)[number]['tab'];
  /** Breadcrumbs between the list of the tab and this page. */
  trail?: LayoutOptions['trail'];
}

/** Layout of an evaluation page, with navigation to the others. */
export const evaluationLayout = ({ tab, body, trail = [], ...page }: EvaluationLayoutOptions): Html =>
  layout({
    ...page,
    section: 'evaluations',
    styles: ['/console/assets/report.css'],
    trail: [{ href: EVALUATIONS, text: 'Evaluations' }, ...trail],
    body: html`<nav class="tabs" aria-label="Evaluations"><ul>${TABS.map(
      (one) =>
        html`<li><a href="${EVALUATIONS}${one.path}"${one.tab === tab && html` aria-current="page"`}>${one.text}</a></li>`,
    )}</ul></nav>
${body}`,
  });
