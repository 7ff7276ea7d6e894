import type { Html, PageRequest } from '../../platform/http/pages/page-route.ts';
import { EVALUATIONS } from '../../platform/pages-shell/evaluation-paths.ts';
import { type LayoutOptions, layout } from '../../platform/pages-shell/layout.ts';
import { tabs } from '../../platform/pages-shell/tabs.ts';

const TABS = [
  { tab: 'runs', path: '', text: 'Evaluations' },
  { tab: 'workflows', path: '/workflows', text: 'Workflow versions' },
  { tab: 'policies', path: '/policies', text: 'Online policies' },
  { tab: 'hosts', path: '/hosts', text: 'Hosts' },
  { tab: 'events', path: '/events', text: 'Events' },
] as const;

export interface EvaluationLayoutOptions
  extends Pick<LayoutOptions, 'title' | 'heading' | 'about' | 'facts' | 'actions' | 'refreshSeconds' | 'body'> {
  request: PageRequest;
  /** Absent: a page of its own, without tabs. */
  tab?: (typeof TABS)[number]['tab'];
  /** Breadcrumbs between the list of the tab and this page. */
  trail?: LayoutOptions['trail'];
}

/** Layout of an evaluation page, with navigation to the others. */
export const evaluationLayout = ({ tab, trail = [], ...page }: EvaluationLayoutOptions): Html =>
  layout({
    ...page,
    section: 'evaluations',
    // The list of evaluations is the top.
    ...((tab !== 'runs' || trail.length > 0) && { trail: [{ href: EVALUATIONS, text: 'Evaluations' }, ...trail] }),
    ...(tab !== undefined && {
      tabs: tabsOf(tab, page.request),
    }),
  });

/** The links to the lists, with how many each has. */
async function tabsOf(current: NonNullable<EvaluationLayoutOptions['tab']>, { tabCounts }: PageRequest) {
  const counts = (await tabCounts?.()) ?? {};
  return tabs(
    'Evaluations',
    TABS.map(({ tab, path, text }) => {
      const count = counts[tab];
      return { href: EVALUATIONS + path, text, isCurrent: tab === current, ...(count !== undefined && { count }) };
    }),
  );
}
