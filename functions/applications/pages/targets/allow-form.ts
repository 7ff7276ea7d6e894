import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import { csrfField } from '../../../platform/pages-shell/form-parts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';

/** Allows one more address; who may not, asks an administrator. What was refused stays in the field. */
export function allowForm(request: Pick<PageRequest, 'csrf' | 'may' | 'params' | 'query'>): Html | false {
  if (!request.may('write')) return false;
  const mayAllow = request.may('admin');
  const { params, query } = request;
  const error = query.get('target-error');
  const path = `${applicationPath(params.appId ?? '')}/${mayAllow ? 'targets' : 'settings/target-requests'}`;
  return html`<form class="panel-foot row" method="post" action="${path}">${csrfField(request)}<input type="hidden" name="action" value="allow"><label class="hidden" for="address">Address to allow</label><span><input id="address" name="address" size="40" required placeholder="https://build-4712.preview.shop.example" aria-describedby="address-hint${error !== null && ' address-error'}"${error !== null && html` aria-invalid="true"`} value="${query.get('address') ?? ''}"></span><button>${mayAllow ? 'Allow' : 'Allow…'}</button><span class="small muted" id="address-hint">${mayAllow ? 'An origin, or https://*.suffix for every name below it' : 'An administrator confirms it'}</span>${error !== null && html`<p class="error" id="address-error" role="alert">${visible(error)}</p>`}</form>`;
}
