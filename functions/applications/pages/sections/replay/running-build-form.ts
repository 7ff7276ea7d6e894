import { html } from 'hono/html';
import type { Html } from '../../../../platform/http/pages/page-route.ts';
import type { SettingsView } from '../../settings-view.ts';
import { viewOfPart } from '../form-part.ts';
import { sectionForm } from '../section-form.ts';
import { choiceLine, numberLine } from '../setting-controls.ts';
import { runningBuildLine } from './running-build-line.ts';

/** The running build that runs are compared with by default, which is saved separately. */
export function runningBuildForm(whole: SettingsView, action: string): Html {
  const view = viewOfPart(whole, 'running-build');
  return sectionForm(view, {
    title: 'Running build',
    action,
    part: { name: 'running-build', save: 'Save running build' },
    lines: html`${runningBuildLine(view)}
${choiceLine(view, 'changingRequests', 'Without data of its own, the second write meets the first one’s result')}
${numberLine(view, 'latencyLimit', 'Highest ratio of p95 before the report calls an endpoint over the limit. 0: no limit', '×')}`,
  });
}
