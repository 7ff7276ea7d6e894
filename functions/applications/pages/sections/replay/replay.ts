import { html } from 'hono/html';
import { numberOf, textOf } from '../../../../platform/pages-shell/form-values.ts';
import { TIMEOUT_FIELD, timeoutOfForm } from '../../parts/timeout-seconds.ts';
import { targetsSection } from '../../targets/targets-section.ts';
import { isOfPart } from '../form-part.ts';
import type { SettingsSection } from '../section-pages.ts';
import { paceForm } from './pace-form.ts';
import { paceOfForm } from './pace-of-form.ts';
import { runningBuildForm } from './running-build-form.ts';
import { timeoutInSeconds } from './timeout-line.ts';

/** Pace and order of runs, the targets that may receive credentials, and the running build: what a run fails on. */
export const replay: SettingsSection = {
  section: 'replay',

  view: async (view, action, services) => html`${paceForm(view, action)}
${await targetsSection(view.request, services, view.now)}
${runningBuildForm(view, action)}`,

  body: (form) => (isOfPart(form, 'running-build') ? runningBuildOf(form) : paceOf(form)),

  reworded: (refused) =>
    timeoutInSeconds(refused).replace(/^replay\.pace must be 0, or a number\b/, 'replay.pace must have a factor'),
};

const paceOf = (form: FormData) => ({
  resendUnsafe: form.has('resendUnsafe'),
  replay: {
    maxQps: numberOf(form, 'maxQps'),
    concurrency: numberOf(form, 'concurrency'),
    // An empty field is refused; null would leave the timeout unchanged.
    timeoutMs: form.has(TIMEOUT_FIELD) ? (timeoutOfForm(form) ?? '') : undefined,
    keepSessions: form.has('keepSessions'),
    aliasValues: form.has('aliasValues'),
    order: textOf(form, 'order') || null,
    pace: paceOfForm(form),
  },
});

const runningBuildOf = (form: FormData) => ({
  replay: {
    baselineEnv: textOf(form, 'baselineEnv') || 'none',
    changingRequests: textOf(form, 'changingRequests') || null,
    latencyLimit: numberOf(form, 'latencyLimit'),
  },
});
