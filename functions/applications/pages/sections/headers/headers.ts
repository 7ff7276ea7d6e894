import { html } from 'hono/html';
import { linesOf, pairsOf } from '../../../../platform/pages-shell/form-values.ts';
import { BUILT_IN_HEADERS } from '../../../domain/built-in-headers.ts';
import { isOfPart } from '../form-part.ts';
import type { SettingsSection } from '../section-pages.ts';
import { comparedForm } from './compared-form.ts';
import { sentForm } from './sent-form.ts';

/** The headers that runs send, and those that are compared. */
export const headers: SettingsSection = {
  section: 'headers',

  view: (view, action) => html`${sentForm(view, action)}
${comparedForm(view, action)}`,

  body: (form) => (isOfPart(form, 'compared') ? comparedOf(form) : sentOf(form)),
};

const sentOf = (form: FormData) => ({
  replay: {
    headers: {
      set: pairsOf(linesOf(form, 'set'), ':'),
      always: linesOf(form, 'always'),
      remove: linesOf(form, 'remove'),
    },
  },
});

const comparedOf = (form: FormData) => ({
  furtherHeaders: linesOf(form, 'furtherHeaders'),
  compareHeaders: form.has('compareHeaders'),
  builtInRules: Object.fromEntries(BUILT_IN_HEADERS.map(({ ruleId }) => [ruleId, form.has(ruleId)])),
});
