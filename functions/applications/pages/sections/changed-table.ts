import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import { table } from '../../../platform/pages-shell/list-parts.ts';
import { relativeTime } from '../../../platform/pages-shell/relative-time.ts';
import { count } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { SETTINGS_SECTIONS } from '../settings-sections.ts';
import type { SettingsView } from '../settings-view.ts';
import { changedRows } from './changed-rows.ts';
import type { SectionServices } from './section-pages.ts';

/** Everything that differs from the default, the latest change first: how this application differs from the others. */
export async function changedTable(view: SettingsView, services: SectionServices): Promise<Html> {
  const { appId = '' } = view.request.params;
  const rows = await changedRows(appId, view, services);
  const sectionLink = (section: string) => {
    const one = SETTINGS_SECTIONS.find((known) => known.section === section);
    return (
      one &&
      html`<a class="nowrap" href="${applicationPath(appId)}/settings${one.path}">${'short' in one ? one.short : one.text}</a>`
    );
  };
  return html`<section class="panel" aria-labelledby="differs"><div class="panel-head"><h2 id="differs">Changed from the default <span class="count">${count(rows.length)}</span></h2><span class="small muted">Everything else is as delivered</span></div>${table(
    {
      isInPanel: true,
      caption: 'Settings that differ from the default, newest first',
      columns: [
        { name: 'Setting' },
        { name: 'Section' },
        { name: 'Now', as: 'wide' },
        { name: 'Default' },
        { name: 'Changed', as: 'wide' },
      ],
      rows: rows.map(({ label, section, value, isName, byDefault, note }) => [
        label,
        sectionLink(section),
        html`<span>${isName ? html`<code>${visible(value)}</code>` : visible(value)}</span>`,
        html`<span class="muted">${visible(byDefault)}</span>`,
        note &&
          html`<span>${relativeTime(Date.parse(note.at), view.now)}, by ${visible(note.by)}${note.reason !== undefined && html`, “${visible(note.reason)}”`}</span>`,
      ]),
      empty: 'Nothing is changed',
    },
  )}</section>`;
}
