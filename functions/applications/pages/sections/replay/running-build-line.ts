import { html } from 'hono/html';
import type { Html } from '../../../../platform/http/pages/page-route.ts';
import { shownValue } from '../../../../platform/pages-shell/form-values.ts';
import type { SettingsView } from '../../settings-view.ts';
import { settingLine } from '../setting-line.ts';

/** The running build that runs are compared with by default. */
export const runningBuildLine = (view: SettingsView): Html =>
  settingLine(view, 'baselineEnv', {
    label: 'Address',
    help: 'Runs the old build. New runs are compared with it unless they say otherwise. It must be an allowed target',
    control: html`<input id="baselineEnv" name="baselineEnv" type="url" placeholder="https://main.example.com" aria-describedby="baselineEnv-hint${view.errors.baselineEnv !== undefined && ' baselineEnv-error'}"${view.errors.baselineEnv !== undefined && html` aria-invalid="true"`} value="${shownValue(view.form, 'baselineEnv', view.settings.replay.baselineEnv ?? '')}">`,
  });
