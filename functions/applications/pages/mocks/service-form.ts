import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { choice, csrfField, field } from '../../../platform/pages-shell/form-parts.ts';
import { shownValue } from '../../../platform/pages-shell/form-values.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { reasonField } from '../parts/reason-field.ts';
import type { SettingsView } from '../settings-view.ts';

const EXAMPLE = '{"status": 204}';

interface ServiceFormOptions {
  /** Where the form is sent, and what Discard opens. */
  action: string;
  service: string;
  /** What calls of other services without a recorded one get, in words. */
  byDefault: string;
}

/** The settings of one called service; empty choices are those of the application. */
export function serviceForm(
  { request, settings, form, errors }: SettingsView,
  { action, service, byDefault }: ServiceFormOptions,
): Html {
  const { targets } = settings.mocks;
  const own = Object.hasOwn(targets, service) ? targets[service] : undefined;
  const response = own?.response === undefined ? '' : JSON.stringify(own.response, null, 2);
  return html`<form class="panel" id="service" method="post" action="${action}" aria-labelledby="service-title"><div class="panel-head"><h2 id="service-title"><code>${visible(service)}</code></h2><span class="small muted">Empty: as the application</span></div>
<div class="pad stack"><input type="hidden" name="service" value="${service}">${choice({
    name: 'serviceMiss',
    label: 'Call without a recorded answer',
    value: shownValue(form, 'serviceMiss', own?.onMiss ?? ''),
    options: [
      ['', `As the application: ${byDefault.toLowerCase()}`],
      ['fail', 'A failure'],
      ['passThrough', 'The response of the real service'],
      ['default', 'The default response below'],
    ],
    error: errors.targets ?? null,
  })}
${field({ name: 'serviceResponse', label: 'Default response', value: shownValue(form, 'serviceResponse', response), rows: 3, hint: html`JSON, such as <code>${EXAMPLE}</code>` })}
${choice({
  name: 'serviceReuse',
  label: 'Recorded responses again',
  value: shownValue(form, 'serviceReuse', own?.reuse ?? ''),
  options: [
    ['', 'For reads and health checks'],
    ['never', 'Never'],
    ['always', 'Always'],
  ],
  hint: 'Whether a recorded call answers more than once',
})}
${field({ name: 'serviceAddress', label: 'Address', value: shownValue(form, 'serviceAddress', own?.address ?? ''), type: 'url', hint: 'Where the mock gateway forwards calls that are made for real. An allowed target, unless an administrator sets it', placeholder: 'https://carriers.staging.example.com' })}</div>
<div class="panel-foot row"><button class="primary">Save</button><a class="button" href="${action}#called">Discard</a>${own !== undefined && html`<button name="remove" value="service">As the application</button>`}${reasonField({ form, errors }, 'service-reason')}${csrfField(request)}</div></form>`;
}
