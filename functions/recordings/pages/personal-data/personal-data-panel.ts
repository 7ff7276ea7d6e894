import { html } from 'hono/html';
import { PERSONAL_KINDS, personalFieldName } from '../../../applications/pages/parts/personal-labels.ts';
import { SEALING_LIVE, sealingText } from '../../../applications/pages/parts/sealing.ts';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import { endpointName } from '../../../platform/pages-shell/endpoint-name.ts';
import { actionForm } from '../../../platform/pages-shell/form-parts.ts';
import { icon } from '../../../platform/pages-shell/icon.ts';
import { count, counted } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { type PersonalField, sealRuleOf } from '../../domain/personal/personal-data.ts';
import type { RunningSealing } from '../../service/sealing/running-sealing.ts';

const actionOf = (request: PageRequest): string =>
  `${applicationPath(request.params.appId ?? '')}/recordings/personal-data`;

/** Says how far the sealing of stored recordings is, or else that fields hold personal data that no rule seals. */
export function personalDataHint(fields: readonly PersonalField[], sealing: RunningSealing | null): Html | false {
  if (sealing !== null)
    return html`<div class="hint" id="sealing" role="status"${SEALING_LIVE}>${icon('clock')}<p><strong>Sealing stored recordings</strong> ${sealingText(sealing.pass, sealing.stored)}</p></div>`;
  const open = new Set(fields.filter((one) => !one.isCovered).map((one) => `${one.in} ${one.field}`));
  return (
    open.size > 0 &&
    html`<section class="hint" aria-label="Personal data">${icon('review')}<p><strong>${counted(open.size, 'field')} may hold personal data.</strong> <a href="#personal-data">See the fields</a></p></section>`
  );
}

/** The fields that hold personal data, each with the rule that seals it; nothing where there are none. */
export function personalDataPanel(request: PageRequest, fields: readonly PersonalField[]): Html {
  if (fields.length === 0) return html``;
  const row = (one: PersonalField) => {
    const name = personalFieldName(one);
    const rule = sealRuleOf(one);
    return html`<tr><th scope="row"><code>${visible(name)}</code></th><td data-label="Endpoint">${endpointName(one.method, one.operation)}</td><td data-label="Kind">${PERSONAL_KINDS[one.kind]}</td><td class="number" data-label="Values">${count(one.found)} of ${count(one.checked)}</td><td class="actions">${
      one.isCovered
        ? html`<span class="muted">Has a rule</span>`
        : rule === null
          ? html`<span class="muted">${one.in === 'text' ? 'No rule reaches a text. Leave out its endpoint' : 'No rule reaches it'}</span>`
          : request.may('write') &&
            actionForm(request, actionOf(request), html`Seal<span class="hidden"> ${visible(name)}</span>`, {
              fields: { in: one.in, field: one.field },
            })
    }</td></tr>
`;
  };
  return html`<section class="panel" aria-labelledby="personal-data"><div class="panel-head"><h2 id="personal-data">Personal data <span class="count">${count(fields.length)}</span></h2><span class="small muted">Found in samples. No value is stored</span></div><div class="scroll" tabindex="0" role="group" aria-label="Fields that may hold personal data"><table class="cards"><caption class="hidden">Fields that may hold personal data</caption><thead><tr><th scope="col">Field</th><th scope="col">Endpoint</th><th scope="col">Kind</th><th scope="col" class="number">Values</th><th scope="col"><span class="hidden">Change</span></th></tr></thead><tbody>${fields.map(row)}</tbody></table></div><div class="panel-foot"><span class="muted">Seal adds a rule for the field, whatever the endpoint, and seals the stored recordings as well. Runs send sealed values.${fields.some((one) => one.in === 'text') && html` A text without fields can only be left out when recordings are taken (<code>--exclude</code>).`}</span></div></section>`;
}
