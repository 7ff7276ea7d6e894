import { html } from 'hono/html';
import type { Html } from '../../../../platform/http/pages/page-route.ts';
import { MAX_LOAD } from '../../../../platform/outbound/max-load.ts';
import { numberOf, shownValue } from '../../../../platform/pages-shell/form-values.ts';
import type { SettingsView } from '../../settings-view.ts';
import { settingLine } from '../setting-line.ts';

const MIN_SECONDS = 0.001;
const MAX_SECONDS = MAX_LOAD.timeoutMs / 1000;

/** The timeout of requests, shown and entered in seconds; it is stored in ms. */
export const timeoutLine = (view: SettingsView): Html =>
  settingLine(view, 'timeoutMs', {
    help: `From connecting to the last byte. ${MIN_SECONDS} to ${MAX_SECONDS}`,
    control: html`<span class="row"><input id="timeoutMs" name="timeoutSeconds" inputmode="decimal" required aria-describedby="timeoutMs-hint${view.errors.timeoutMs !== undefined && ' timeoutMs-error'}"${view.errors.timeoutMs !== undefined && html` aria-invalid="true"`} value="${shownValue(view.form, 'timeoutSeconds', String(view.settings.replay.timeoutMs / 1000))}"> <span class="small muted">seconds</span></span>`,
  });

/**
 * The timeout that a form has, ms; what cannot be read as a number is returned as it is, for the endpoint to refuse.
 */
export function timeoutOfForm(form: FormData): number | string | undefined {
  const seconds = form.has('timeoutSeconds') ? (numberOf(form, 'timeoutSeconds') ?? '') : undefined;
  return typeof seconds === 'number' ? Math.round(seconds * 1000) : seconds;
}

/** A refusal of the timeout, with its limits in seconds. */
export const timeoutInSeconds = (refused: string): string =>
  refused.replace(
    /^(replay\.timeoutMs) must .*$/,
    `$1 must be a number of seconds from ${MIN_SECONDS} to ${MAX_SECONDS}`,
  );
