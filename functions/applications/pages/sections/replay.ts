import { html } from 'hono/html';
import { numberOf, textOf } from '../../../platform/pages-shell/form-values.ts';
import { targetsSection } from '../targets.ts';
import { runningBuildLine } from './running-build-line.ts';
import { sectionForm } from './section-form.ts';
import type { SettingsSection } from './section-pages.ts';
import { choiceLine, numberLine, tickLine } from './setting-controls.ts';

/** Pace and order of runs, and the targets that may receive credentials: what a run fails on. */
export const replay: SettingsSection = {
  section: 'replay',

  view: async (view, action, services) =>
    html`${sectionForm(view, {
      title: 'Pace and order',
      action,
      lines: html`${numberLine(view, 'maxQps', 'To the target, and to a running build the same', 'a second')}
${numberLine(view, 'concurrency', 'Requests in progress at the same time', 'requests')}
${numberLine(view, 'timeoutMs', 'From connecting to the last byte', 'ms')}
${choiceLine(view, 'order', 'Sessions that share data see each other’s changes')}
${tickLine(view, 'keepSessions', 'Requests of one session read what its earlier ones wrote', 'One request of a session at a time, in order')}
${tickLine(view, 'aliasValues', 'Recorded ids and tokens are replaced with those that the new build issues', 'Send what the new build issues')}
${runningBuildLine(view)}
${tickLine(view, 'separateData', 'Requests that change data go to the new and the running build only if each has its own data, or if mocks answer', 'Each build has its own data')}
${numberLine(view, 'latencyLimit', 'Highest ratio of p95 before the report calls an endpoint over the limit. 0: no limit', '×')}
${tickLine(view, 'resendUnsafe', 'Noise reduction resends requests, even if they made live downstream calls', 'Resend requests of unsafe methods too')}`,
    })}
${await targetsSection(view.request, services, view.now)}`,

  body: (form) => ({
    resendUnsafe: form.has('resendUnsafe'),
    replay: {
      maxQps: numberOf(form, 'maxQps'),
      concurrency: numberOf(form, 'concurrency'),
      timeoutMs: numberOf(form, 'timeoutMs'),
      keepSessions: form.has('keepSessions'),
      aliasValues: form.has('aliasValues'),
      order: textOf(form, 'order') || null,
      baselineEnv: textOf(form, 'baselineEnv') || 'none',
      separateData: form.has('separateData'),
      latencyLimit: numberOf(form, 'latencyLimit'),
    },
  }),
};
