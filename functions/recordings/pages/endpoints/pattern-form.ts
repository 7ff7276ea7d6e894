import { html } from 'hono/html';
import { REASON_LABEL, reasonField } from '../../../applications/pages/parts/reason-field.ts';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { csrfField, field } from '../../../platform/pages-shell/form-parts.ts';
import { textOf } from '../../../platform/pages-shell/form-values.ts';
import { errorsOf } from '../../../platform/pages-shell/refusal.ts';
import { type PatternsPreview, patternsPreview } from './patterns-preview.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** What the form showed last. */
export interface ShownPatternForm {
  error: string | null;
  preview: PatternsPreview | null;
}

/** The form that previews and adds a pattern, or the paths of an OpenAPI document. */
export function patternForm(request: PageRequest, action: string, { error, preview }: ShownPatternForm): Html {
  const { form } = request;
  const method = textOf(form, 'methods');
  const isOf = (name: string) => error?.startsWith(name) ?? false;
  const isOfDocument = isOf('document');
  const errors = isOf('reason') ? errorsOf(error, ['reason'], { reason: REASON_LABEL }) : {};
  return html`<form class="panel" method="post" action="${action}" aria-labelledby="add-title"><div class="panel-head"><h2 id="add-title">Add a pattern</h2></div><div class="pad stack">${csrfField(request)}
<div class="field-row">${field({ name: 'pattern', label: 'Pattern', isOptional: false, value: textOf(form, 'pattern'), placeholder: '/users/{name}', hint: 'As in OpenAPI: a name in braces stands for one segment', error: isOfDocument || isOf('reason') ? null : error })}
<div class="field"><label for="methods">Methods</label><select id="methods" name="methods"><option value="">All methods</option>${METHODS.map((one) => html`<option value="${one}"${one === method && html` selected`}>${one}</option>`)}</select></div>
${field({ name: 'apart', label: 'Keep apart', value: textOf(form, 'apart'), placeholder: '/users/me', hint: 'A path that fits and is something else' })}</div>
<p class="row"><button name="do" value="preview">Preview</button><button class="primary" name="do" value="add">Add pattern</button>${reasonField({ form, errors })}</p>
<details${textOf(form, 'document') !== '' && html` open`}><summary>From an OpenAPI document</summary>${field({ name: 'document', label: 'Document', rows: 6, isOptional: false, value: textOf(form, 'document'), hint: 'JSON. Its paths become patterns, each with its methods', error: isOfDocument ? error : null })}
<p class="row"><button name="do" value="preview-document">Preview</button><button name="do" value="add-document">Add its paths</button></p></details></div>
${preview !== null && patternsPreview(preview)}</form>`;
}
