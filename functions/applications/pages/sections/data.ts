import { html } from 'hono/html';
import { JSON_PATH_FORM } from '../../../platform/json/json-path.ts';
import { notice } from '../../../platform/pages-shell/form-parts.ts';
import { linesOf, textOf } from '../../../platform/pages-shell/form-values.ts';
import type { ApplicationSettings } from '../../domain/application-settings.ts';
import { widenedRules } from '../../domain/redact-rule.ts';
import { foundPanel } from '../personal-data/found-panel.ts';
import { redactLines, redactRuleOf } from './redact-lines.ts';
import { sectionForm } from './section-form.ts';
import type { SettingsSection } from './section-pages.ts';
import { choiceLine, textLine } from './setting-controls.ts';

/** What of a recording is stored, sealed or left out. */
export const data: SettingsSection = {
  section: 'data',

  view: async (view, action, { personalData }) =>
    html`${notice(unreadable(view.settings), 'bad')}${foundPanel(view, await personalData(view.request.params.appId ?? ''))}
${sectionForm(view, {
  title: 'Personal data and sealing',
  action,
  lines: html`${choiceLine(view, 'personalData', 'Mail addresses, phone numbers, accounts, cards, national ids, names')}
${choiceLine(view, 'credentials', 'Tokens, cookies and passwords')}
${textLine(view, 'redact', html`One per line, <code>header: name</code>, <code>parameter: name</code>, <code>segment: /users/{mail}</code>, <code>column: name</code> or a JSONPath of the bodies. With <code>seal</code> before it, runs still send the value`, redactLines(view.settings))}`,
})}`,

  body: (form) => ({
    redact: linesOf(form, 'redact').map(redactRuleOf),
    credentials: textOf(form, 'credentials') || null,
    personalData: textOf(form, 'personalData') || null,
  }),
};

/** Paths of an earlier version that the service no longer reads. */
function unreadable({ redact }: ApplicationSettings): string | undefined {
  const paths = widenedRules(redact).map(({ path }) => path);
  if (paths.length === 0) return undefined;
  return `Redacted fields: ${paths.join(' and ')} cannot be read. A path must be ${JSON_PATH_FORM}. Until you change this, more is redacted than the path selects, and what is redacted is not compared.`;
}
