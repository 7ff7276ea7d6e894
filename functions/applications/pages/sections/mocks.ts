import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { textOf } from '../../../platform/pages-shell/form-values.ts';
import { counted } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { jsonOf } from '../../../platform/values/json-text.ts';
import { differingServices } from '../../domain/calls/called-service.ts';
import type { MockSettings } from '../../domain/mock-settings.ts';
import { calledServicesPanel } from '../mocks/called-services.ts';
import { serviceBody } from '../mocks/service-body.ts';
import { serviceForm } from '../mocks/service-form.ts';
import type { SettingsView } from '../settings-view.ts';
import { sectionForm } from './section-form.ts';
import type { SettingsSection } from './section-pages.ts';
import { choiceLine, textLine } from './setting-controls.ts';
import { settingText } from './setting-text.ts';

const EXAMPLE =
  '{"inventory": {"onMiss": "default", "response": {"status": 204}, "address": "http://inventory.staging:8080", "reuse": "never"}}';

/** How the calls of the build to other services are answered, and which services the recordings call. */
export const mocks: SettingsSection = {
  section: 'mocks',

  async view(view, action, { recordedCalls, lastRunMisses }) {
    const { request, form } = view;
    const { appId = '' } = request.params;
    const [recorded, misses] = await Promise.all([recordedCalls(appId), lastRunMisses(appId)]);
    const service = form === null ? (request.query.get('service') ?? '') : textOf(form, 'service');
    const isOfService = service !== '';
    return html`${mocksForm(isOfService ? { ...view, form: null, errors: {} } : view, action)}
${calledServicesPanel(view, action, recorded, misses)}${isOfService && request.may('write') && serviceForm(view, { action, service, byDefault: settingText(view.settings, 'onMiss') })}`;
  },

  body(form, settings) {
    if (form.has('service')) return serviceBody(form, settings.mocks);
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

const mocksForm = (view: SettingsView, action: string): Html =>
  sectionForm(view, {
    title: 'Mocks',
    note: 'Recorded calls answer the calls of the build',
    action,
    lines: html`${choiceLine(view, 'correlation', 'Choose the only request in progress for database drivers that send no headers')}
${choiceLine(view, 'onMiss', html`What the build gets${differs(view.settings.mocks)}`)}
${choiceLine(view, 'replayLatency', 'Of recorded answers')}
<details class="setting"${view.errors.targets !== undefined && html` open`}><summary>Settings by service as JSON</summary>${textLine(view, 'targets', html`JSON with the name of each service. Example: <code>${EXAMPLE}</code>`, targetsText(view.settings.mocks), 5)}</details>`,
  });

function differs(settings: MockSettings): Html | false {
  const [only, ...others] = differingServices(settings);
  if (only === undefined) return false;
  return others.length > 0
    ? html`. ${counted(1 + others.length, 'service')} differ, see below`
    : html`. <code>${visible(only)}</code> differs, see below`;
}

const targetsText = ({ targets }: MockSettings): string =>
  Object.keys(targets).length === 0 ? '' : JSON.stringify(targets, null, 2);
