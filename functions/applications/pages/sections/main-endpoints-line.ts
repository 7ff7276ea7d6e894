import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { shownValue } from '../../../platform/pages-shell/form-values.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { MainCoverage } from '../../domain/main-coverage.ts';
import type { SettingsView } from '../settings-view.ts';
import { mainCoverageText } from './main-coverage-text.ts';

/**
 * The endpoints that a clean run must replay; `coverage` is null where there is no main endpoint. They are stored
 * beside the settings, and so have a line of their own.
 */
export function mainEndpointsLine(
  { request, settings, form, errors }: SettingsView,
  mains: readonly string[],
  coverage: MainCoverage | null,
): Html {
  const error = errors.mainOperations;
  const control = html`<textarea id="mainOperations" name="mainOperations" rows="5" spellcheck="false" aria-describedby="mainOperations-hint${error !== undefined && ' mainOperations-error'}"${error !== undefined && html` aria-invalid="true"`}>${shownValue(form, 'mainOperations', mains.join('\n'))}</textarea>`;
  return html`<div class="setting"><div>${request.may('write') ? html`<label for="mainOperations">Main endpoints</label>` : html`<strong>Main endpoints</strong>`}<p class="small muted" id="mainOperations-hint">A run without one of them has no decision. One per line, ${settings.operationNaming === 'path' ? 'as path' : 'as METHOD and path'}</p></div>
<div>${request.may('write') ? control : html`<p>${visible(mains.join(', ') || 'none')}</p>`}${error !== undefined && html`<p class="error" id="mainOperations-error">${visible(error)}</p>`}<p class="small muted">${coverage === null ? 'Default: none. A clean run then needs at least 10 paths and 30 requests' : visible(mainCoverageText(coverage))}</p></div></div>`;
}
