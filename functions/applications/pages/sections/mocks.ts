import { html } from 'hono/html';
import { textOf } from '../../../platform/pages-shell/form-values.ts';
import { jsonOf } from '../../../platform/values/json-text.ts';
import type { MockSettings } from '../../domain/mock-settings.ts';
import { sectionForm } from './section-form.ts';
import type { SettingsSection } from './section-pages.ts';
import { choiceLine, textLine } from './setting-controls.ts';

const EXAMPLE =
  '{"inventory": {"onMiss": "default", "response": {"status": 204}, "address": "http://inventory.staging:8080", "reuse": "never"}}';

/** How the calls of the build to other services are answered. */
export const mocks: SettingsSection = {
  section: 'mocks',

  view: (view, action) =>
    sectionForm(view, {
      title: 'Mocks',
      note: 'Recorded calls answer the calls of the build',
      action,
      lines: html`${choiceLine(view, 'correlation', 'Choose the only request in progress for database drivers that send no headers')}
${choiceLine(view, 'onMiss', 'What the build gets')}
${choiceLine(view, 'replayLatency', 'Of recorded answers')}
${textLine(view, 'targets', html`JSON with the name of each service. Example: <code>${EXAMPLE}</code>`, targetsText(view.settings.mocks), 5)}`,
    }),

  body(form) {
    const targets = textOf(form, 'targets');
    return {
      mocks: {
        correlation: textOf(form, 'correlation') || null,
        replayLatency: textOf(form, 'replayLatency') || null,
        onMiss: textOf(form, 'onMiss') || null,
        targets: targets === '' ? {} : (jsonOf(targets) ?? targets),
      },
    };
  },
};

const targetsText = ({ targets }: MockSettings): string =>
  Object.keys(targets).length === 0 ? '' : JSON.stringify(targets, null, 2);
