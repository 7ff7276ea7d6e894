import { html } from 'hono/html';
import { checkbox } from '../../../platform/pages-shell/form-parts.ts';
import { linesOf, pairsOf, shownChecked } from '../../../platform/pages-shell/form-values.ts';
import { BUILT_IN_HEADERS } from '../../domain/built-in-headers.ts';
import { sectionForm } from './section-form.ts';
import type { SettingsSection } from './section-pages.ts';
import { textLine, tickLine } from './setting-controls.ts';
import { settingLine } from './setting-line.ts';

/** The headers that runs send, and those that are compared. */
export const headers: SettingsSection = {
  section: 'headers',

  view(view, action) {
    const { set, always, remove } = view.settings.replay.headers;
    const typed = Object.entries(set).map(([name, value]) => `${name}: ${value}`);
    return sectionForm(view, {
      title: 'Headers',
      action,
      lines: html`${textLine(view, 'set', 'Replace a recorded header of that name. One per line, name: value. Credentials are sealed and belong to the target they were saved for', typed.join('\n'))}
${textLine(view, 'always', 'Credentials only. Other added headers go to every request. One name per line', always.join('\n'), 2)}
${textLine(view, 'remove', 'Not sent. One name per line', remove.join('\n'), 2)}
${tickLine(view, 'compareHeaders', 'By default those with a meaning are compared, such as Location and Content-Type', 'All but those of built-in rules')}
${settingLine(view, 'builtInRules', {
  help: 'Headers that differ in every response are ignored',
  isLabelled: false,
  control: html`<details id="builtInRules"><summary>Change the ignored headers</summary>${BUILT_IN_HEADERS.map(
    ({ ruleId, path }) =>
      checkbox(
        ruleId,
        html`Ignore <code>${/'(.*)'/.exec(path)?.[1] ?? path}</code>`,
        shownChecked(view.form, ruleId, view.settings.builtInRules[ruleId] ?? true),
      ),
  )}</details>`,
})}`,
    });
  },

  body: (form) => ({
    compareHeaders: form.has('compareHeaders'),
    builtInRules: Object.fromEntries(BUILT_IN_HEADERS.map(({ ruleId }) => [ruleId, form.has(ruleId)])),
    replay: {
      headers: {
        set: pairsOf(linesOf(form, 'set'), ':'),
        always: linesOf(form, 'always'),
        remove: linesOf(form, 'remove'),
      },
    },
  }),
};
