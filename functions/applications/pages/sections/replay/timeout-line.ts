import { html } from 'hono/html';
import type { Html } from '../../../../platform/http/pages/page-route.ts';
import { shownValue } from '../../../../platform/pages-shell/form-values.ts';
import { TIMEOUT_FIELD, TIMEOUT_RANGE } from '../../parts/timeout-seconds.ts';
import type { SettingsView } from '../../settings-view.ts';
import { settingLine } from '../setting-line.ts';

/** The timeout of requests, shown and entered in seconds; it is stored in ms. */
export const timeoutLine = (view: SettingsView): Html =>
  settingLine(view, 'timeoutMs', {
    help: `From connecting to the last byte. ${TIMEOUT_RANGE}`,
    control: html`<span class="row"><input id="timeoutMs" name="${TIMEOUT_FIELD}" inputmode="decimal" required aria-describedby="timeoutMs-hint${view.errors.timeoutMs !== undefined && ' timeoutMs-error'}"${view.errors.timeoutMs !== undefined && html` aria-invalid="true"`} value="${shownValue(view.form, TIMEOUT_FIELD, String(view.settings.replay.timeoutMs / 1000))}"> <span class="small muted">seconds</span></span>`,
  });

/** A refusal of the timeout, with its limits in seconds. */
export const timeoutInSeconds = (refused: string): string =>
  refused.replace(/^(replay\.timeoutMs) must .*$/, `$1 must be a number of seconds from ${TIMEOUT_RANGE}`);
