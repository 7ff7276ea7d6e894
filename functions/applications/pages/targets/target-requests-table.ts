import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { actionForm } from '../../../platform/pages-shell/form-parts.ts';
import { table } from '../../../platform/pages-shell/list-parts.ts';
import { relativeTime } from '../../../platform/pages-shell/relative-time.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { TargetRequest } from '../../domain/targets/target-request.ts';

interface ShownRequests {
  requests: readonly TargetRequest[];
  /** Of the forms that allow an address or close its request. */
  action: string;
  /** Epoch ms. */
  now: number;
}

/** The addresses that callers ask an administrator to allow; nothing without any. */
export const targetRequestsTable = (
  request: Pick<PageRequest, 'csrf' | 'may'>,
  { requests, action, now }: ShownRequests,
): Html | false =>
  requests.length > 0 &&
  table({
    isInPanel: true,
    caption: 'Requests for targets',
    columns: [{ name: 'Address' }, { name: 'Requested', as: 'wide' }, { name: 'Actions', as: 'actions' }],
    rows: requests.map(({ address, askedBy, at }) => [
      html`<code>${visible(address)}</code>`,
      html`<span>By ${visible(askedBy)}, ${relativeTime(at, now)}</span>`,
      request.may('admin') &&
        html`${actionForm(request, action, 'Allow', { fields: { action: 'allow', address } })} ${actionForm(request, action, 'Close', { fields: { action: 'close', address } })}`,
    ]),
    empty: '',
  });
