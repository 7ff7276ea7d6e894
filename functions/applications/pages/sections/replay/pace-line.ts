import { html } from 'hono/html';
import type { Html } from '../../../../platform/http/pages/page-route.ts';
import { shownValue } from '../../../../platform/pages-shell/form-values.ts';
import { visible } from '../../../../platform/pages-shell/visible-text.ts';
import { notDefault } from '../../../domain/changes/changed-names.ts';
import { SETTING_LABELS } from '../../../domain/changes/setting-labels.ts';
import { MAX_PACE, MIN_PACE, NO_PACE } from '../../../domain/pacing/pace-setting.ts';
import type { SettingsView } from '../../settings-view.ts';
import { settingState } from '../setting-state.ts';
import { settingText } from '../setting-text.ts';

/** The gaps between requests, which a run keeps unless it names its own pace. */
export function paceLine(view: SettingsView): Html {
  const { request, settings, form, errors } = view;
  const { pace } = settings.replay;
  const chosen = shownValue(form, 'gaps', pace === NO_PACE ? 'fast' : 'factor');
  const error = errors.pace;
  const one = (value: string, text: string, note: string) =>
    html`<label><input type="radio" name="gaps" value="${value}"${value === chosen && html` checked`}><span>${text}<small>${note}</small></span></label>`;
  const control = html`<div class="stack"><div role="radiogroup" aria-labelledby="gaps" aria-describedby="pace-hint" class="choices stacked">${one('fast', 'As fast as allowed', 'Default')}${one('factor', 'As recorded, times a factor', 'Keeps the gaps of the recording')}</div>
<div class="field for-factor"><label for="pace">Factor</label><p class="small muted" id="factor-hint">1 as recorded, 2 twice as fast. ${MIN_PACE} to ${MAX_PACE}</p><input id="pace" name="pace" inputmode="decimal" aria-describedby="factor-hint${error !== undefined && ' pace-error'}"${error !== undefined && html` aria-invalid="true"`} value="${shownValue(form, 'pace', pace === NO_PACE ? '1.0' : String(pace))}"></div>${error !== undefined && html`<p class="error" id="pace-error">${visible(error)}</p>`}</div>`;
  // With its default, the first choice says so.
  const isShownState = !request.may('write') || notDefault(settings).includes('pace');
  return html`<div class="setting"><div><strong id="gaps">${SETTING_LABELS.pace}</strong><p class="small muted" id="pace-hint">Recorded gaps make load figures comparable. A run may name its own</p></div>
<div>${request.may('write') ? control : html`<p>${settingText(settings, 'pace')}</p>`}${isShownState && settingState(view, 'pace')}</div></div>`;
}
