import { html } from 'hono/html';
import { NO_PACE } from '../../applications/domain/pacing/pace-setting.ts';
import { paceText } from '../../applications/domain/pacing/pace-text.ts';
import type { Html } from '../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../platform/pages-shell/application-layout.ts';
import { textOf } from '../../platform/pages-shell/form-values.ts';
import { icon } from '../../platform/pages-shell/icon.ts';
import { facts } from '../../platform/pages-shell/list-parts.ts';
import { count, counted } from '../../platform/pages-shell/texts.ts';
import { visible } from '../../platform/pages-shell/visible-text.ts';
import type { CaseHead } from '../../recordings/domain/recorded-case.ts';
import type { PredictedRun } from '../service/predicted-run.ts';
import { aboutText } from './about-text.ts';
import { baselineOf } from './start-body.ts';

/** What the form that starts a run knows of it. */
export interface RunPrediction {
  form: FormData;
  /** The only recording that is replayed. */
  only: CaseHead | null;
  predicted: PredictedRun;
  maxQps: number;
  /** Of the settings. */
  pace: number;
  appId: string;
}

/** What the run will send to whom, and which of it may change data. */
export function runPrediction({ form, only, predicted, maxQps, pace, appId }: RunPrediction): Html {
  const { recordings, isCut, unsafe, unsafeMethods, ms } = predicted;
  if (recordings === 0 && only === null)
    return html`<p class="pad" role="status">${icon('review', 'warn')} <strong>No recording fits.</strong> Choose all recordings or a longer time, or <a href="${applicationPath(appId)}/recordings">record traffic</a>.</p>`;
  const target = textOf(form, 'targetEnv');
  const baseline = baselineOf(form);
  const number = isCut ? `more than ${count(recordings)} recordings` : counted(recordings, 'recording');
  // How long the gaps of the recordings are is not counted.
  const duration = pace === NO_PACE ? (isCut ? '' : aboutText(ms)) : `gaps ${paceText(pace)},`;
  const address = (text: string) => html`<code>${visible(text)}</code>`;
  const targetText = target === '' ? 'the target' : address(target);
  return html`<div class="pad" role="status">${facts([
    [
      'Requests',
      html`<strong>${number}</strong> to ${targetText}${baseline !== '' && html` and to ${address(baseline)}`}`,
    ],
    ['Takes', `${duration} at up to ${counted(maxQps, 'request')} per second`],
    ['Compares', html`${targetText} with ${baseline === '' ? 'the recordings' : address(baseline)}`],
    ['Does not judge', baseline !== '' && html`recorded against running build: shown as <em>data has moved</em>`],
  ])}</div>
${
  unsafe > 0 &&
  html`<p class="panel-foot small">${icon('review', 'warn')} <strong>${isCut ? 'Many of them' : unsafeText(unsafe, recordings)} may change data:</strong> ${visible(unsafeMethods.join(', '))}. Send them only to an instance whose data may change.</p>`
}`;
}

const unsafeText = (unsafe: number, all: number): string => {
  if (unsafe === all) return all === 1 ? 'It' : 'All of them';
  return `${count(unsafe)} of them`;
};
