import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { actionForm } from '../../../platform/pages-shell/form-parts.ts';
import { relativeTime } from '../../../platform/pages-shell/relative-time.ts';
import { count, counted } from '../../../platform/pages-shell/texts.ts';
import type { FoundPersonalData } from '../../domain/found-personal-data.ts';
import { mayBeInClear } from '../../domain/may-be-in-clear.ts';
import { isSealing, sealingText } from '../parts/sealing.ts';

interface SealingStatusOptions {
  action: string;
  /** Epoch ms. */
  now: number;
}

/**
 * How far the sealing of stored recordings is, with a button that continues or begins it; false without a sealed field.
 */
export function sealingStatus(
  request: PageRequest,
  found: FoundPersonalData,
  { action, now }: SealingStatusOptions,
): Html | false {
  const { pass, stored } = found;
  const button = (text: string, fields: Record<string, string>) =>
    request.may('write') &&
    html` ${actionForm(request, action, text, { fields: { ...fields, from: 'settings' }, isContinued: 'after' in fields && isSealing(request) })}`;
  if (pass !== null && pass.next !== null)
    return html`<div class="panel-foot" role="status"><p class="row small"><strong>Sealing stored recordings</strong> <span class="muted">${count(Math.min(pass.cases, stored))} of ${count(stored)}, ${count(pass.sealed)} sealed. ${sealingText(request)}</span>${button('Continue', { after: pass.next })}</p><progress max="${Math.max(1, stored)}" value="${Math.min(pass.cases, stored)}" aria-label="Sealing stored recordings">${count(pass.cases)} of ${count(stored)}</progress></div>`;
  if (mayBeInClear(found))
    return html`<div class="panel-foot" role="status"><p class="row small"><span>Recordings that are older than a rule may hold its field in clear.</span>${button('Seal stored recordings', { stored: 'all' })}</p></div>`;
  if (pass === null) return false;
  const missed = pass.missed > 0 && html` ${counted(pass.missed, 'recording')} could not be sealed: seal them again.`;
  return html`<div class="panel-foot" role="status"><p class="row small"><span class="muted">Sealed in ${counted(pass.sealed, 'stored recording')} of ${count(pass.cases)}, ${relativeTime(pass.at, now)}.${missed}</span>${pass.missed > 0 && button('Seal stored recordings', { stored: 'all' })}</p></div>`;
}
