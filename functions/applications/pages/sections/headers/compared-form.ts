import { html } from 'hono/html';
import type { Html } from '../../../../platform/http/pages/page-route.ts';
import { checkbox } from '../../../../platform/pages-shell/form-parts.ts';
import { shownChecked } from '../../../../platform/pages-shell/form-values.ts';
import { BUILT_IN_HEADERS } from '../../../domain/built-in-headers.ts';
import type { SettingsView } from '../../settings-view.ts';
import { viewOfPart } from '../form-part.ts';
import { sectionForm } from '../section-form.ts';
import { textLine, tickLine } from '../setting-controls.ts';
import { settingLine } from '../setting-line.ts';

/**
 * Some of the headers that are compared by default, as clients know them; CORS headers are among them too. @internal
 */
export const MEANINGFUL = ['Location', 'Link', 'Content-Type', 'X-Total-Count', 'Cache-Control', 'Allow'] as const;

/** The response headers that are compared: those with a meaning, further ones, or all but ignored ones. */
export function comparedForm(whole: SettingsView, action: string): Html {
  const view = viewOfPart(whole, 'compared');
  const ignored = html`<details id="builtInRules"><summary>Change the ignored headers</summary>${BUILT_IN_HEADERS.map(
    ({ ruleId, path }) =>
      checkbox(
        ruleId,
        html`Ignore <code>${/'(.*)'/.exec(path)?.[1] ?? path}</code>`,
        shownChecked(view.form, ruleId, view.settings.builtInRules[ruleId] ?? true),
      ),
  )}</details>`;
  return sectionForm(view, {
    title: 'Compared response headers',
    action,
    part: { name: 'compared', save: 'Save compared headers' },
    lines: html`<div class="setting"><div><strong>Those with a meaning</strong><p class="small muted">Default. A difference is a finding</p></div><div><p class="sentence">${MEANINGFUL.map((name) => html`<code>${name}</code> `)}and CORS</p></div></div>
${textLine(view, 'furtherHeaders', 'One name per line', view.settings.furtherHeaders.join('\n'), 2, 'x-shop-warehouse')}
${tickLine(view, 'compareHeaders', 'Also those without a meaning to clients', 'All but those of built-in rules')}
${settingLine(view, 'builtInRules', { help: 'Headers that differ in every response are ignored where all are compared', isLabelled: false, control: ignored })}`,
  });
}
