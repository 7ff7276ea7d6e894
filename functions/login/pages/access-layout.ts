import { html } from 'hono/html';
import type { Html, PageRequest } from '../../platform/http/pages/page-route.ts';
import { layout } from '../../platform/pages-shell/layout.ts';
import { tabs } from '../../platform/pages-shell/tabs.ts';
import type { LoginServices } from '../composition.ts';

/** Rows that a count reads; where there are more, the tab has no count. */
const COUNTED = 100;

const TABS = [
  { section: 'keys', href: '/console/keys', text: 'API keys' },
  { section: 'users', href: '/console/users', text: 'Users' },
  { section: 'audit', href: '/console/audit', text: 'Audit log' },
] as const;

interface AccessLayoutOptions {
  request: PageRequest;
  section: (typeof TABS)[number]['section'];
  title: string;
  actions?: Html | false;
  body: Html;
  /** A form above the page. */
  dialog?: Html | undefined;
}

/** A page about who has access, with links to the others and how much each lists. */
export async function accessLayout(
  { apiKeys, users }: Pick<LoginServices, 'apiKeys' | 'users'>,
  { request, section, ...page }: AccessLayoutOptions,
): Promise<Html> {
  const wanted = { limit: COUNTED, after: null };
  const [keys, members] = await Promise.all([
    apiKeys.page(request.caller.tenant, wanted),
    users.page(request.caller.tenant, wanted),
  ]);
  const counts: Partial<Record<string, { items: readonly unknown[]; next: string | null }>> = { keys, users: members };
  return layout({
    ...page,
    request,
    section,
    heading: html`Access`,
    tabs: tabs(
      'Access',
      TABS.map((tab) => {
        const counted = counts[tab.section];
        return {
          ...tab,
          isCurrent: tab.section === section,
          ...(counted?.next === null && { count: counted.items.length }),
        };
      }),
    ),
  });
}
