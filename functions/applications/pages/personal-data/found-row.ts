import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { badge } from '../../../platform/pages-shell/badge.ts';
import { endpointName } from '../../../platform/pages-shell/endpoint-name.ts';
import { actionForm } from '../../../platform/pages-shell/form-parts.ts';
import { count } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { FoundField } from '../../domain/personal-data/found-personal-data.ts';
import { PERSONAL_KINDS, personalFieldName } from '../parts/personal-labels.ts';

const CONFIRM =
  'New recordings store this field sealed, at every endpoint, and stored recordings are sealed as well. No reader sees the values again. Seal the field?';

/** A field that holds personal data: what it looks like, where it is, how often, and what is done with it. */
export function foundRow(request: PageRequest, action: string, one: FoundField): Html {
  // A rule may leave out `$.` as well.
  const name = personalFieldName(one).replace(/^\$\./, '');
  const [first, ...others] = one.endpoints;
  const more = others.map(({ method, operation }) => `${method} ${operation}`).join(', ');
  return html`<tr><th scope="row"><code>${visible(name)}</code></th><td data-label="Looks like"><span>${kindsText(one)}</span></td><td class="wide" data-label="Endpoints"><span>${first && endpointName(first.method, first.operation)}${others.length > 0 && html` <span class="muted" title="${more}">+${count(others.length)}</span>`}</span></td><td class="number" data-label="Values">${count(one.found)} of ${count(one.checked)}</td><td data-label="State">${stateOf(request, action, one, name)}</td></tr>
`;
}

const kindsText = ({ kinds, state }: FoundField): string =>
  kinds
    .map((kind) =>
      state === 'by chance' ? `${PERSONAL_KINDS[kind].replace(/,.*/, '')}, by chance` : PERSONAL_KINDS[kind],
    )
    .join('; ');

function stateOf(request: PageRequest, action: string, one: FoundField, name: string): Html {
  switch (one.state) {
    case 'sealed':
      return badge('Sealed', 'good');
    case 'redacted':
      return badge('Redacted', 'good');
    case 'by chance':
      return badge('Not personal');
    case 'unreachable':
      return html`<span class="muted">${one.in === 'text' ? 'No rule reaches a text. Leave out its endpoint' : 'No rule reaches it'}</span>`;
    case 'open':
      return request.may('write')
        ? actionForm(request, action, html`Seal…<span class="hidden"> ${visible(name)}</span>`, {
            fields: { in: one.in, field: one.field, from: 'settings' },
            confirm: CONFIRM,
          })
        : badge('In clear', 'warn');
  }
}
