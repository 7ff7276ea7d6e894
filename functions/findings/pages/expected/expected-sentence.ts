import { html } from 'hono/html';
import { KIND_LABELS } from '../../../compare/domain/kind-labels.ts';
import type { Kind } from '../../../compare/domain/kinds.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { short } from '../../../platform/pages-shell/texts.ts';
import { exactChange } from '../parts/exact-change.ts';
import type { ExpectedItem } from '../parts/expected-preview.ts';

/** Kinds whose two values say what changed, without its name. */
const SAID_BY_VALUES: readonly Kind[] = ['FIELD_VALUE', 'FIELD_TYPE', 'FIELD_MISSING', 'NEW_FIELD'];

/** An expected change as a sentence: what it accepts, in which field, of which endpoint. */
export function expectedSentence({
  operation,
  methods = [],
  kind,
  subject,
  exactly,
  values,
}: Pick<ExpectedItem, 'operation' | 'methods' | 'kind' | 'subject' | 'exactly' | 'values'>): Html {
  const field = html`<code>${short(subject, 160, 'ltr')}</code>`;
  const endpoint = html`<code>${short([methods.join(', '), operation].filter(Boolean).join(' '), 160, 'ltr')}</code>`;
  if (exactly === null) return html`<strong>Any value</strong>${ofField(kind)} ${field} in ${endpoint}`;
  const change = html`<strong>Exactly</strong> ${exactChange({ exactly, values })}`;
  return values !== null && SAID_BY_VALUES.includes(kind)
    ? html`${change} in ${field} of ${endpoint}`
    : html`${change}: ${KIND_LABELS[kind].en} ${field} in ${endpoint}`;
}

function ofField(kind: Kind): string {
  if (kind === 'FIELD_VALUE') return ' of';
  return kind === 'NEW_FIELD' ? ' of the new field' : `: ${KIND_LABELS[kind].en}`;
}
