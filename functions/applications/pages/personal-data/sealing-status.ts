import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { actionForm } from '../../../platform/pages-shell/form-parts.ts';
import { relativeTime } from '../../../platform/pages-shell/relative-time.ts';
import { count, counted } from '../../../platform/pages-shell/texts.ts';
import type { FoundPersonalData, SealingProgress } from '../../domain/personal-data/found-personal-data.ts';
import { mayBeInClear } from '../../domain/personal-data/may-be-in-clear.ts';
import { SEALING_LIVE, sealingBar, sealingText } from '../parts/sealing.ts';

interface SealingStatusOptions {
  action: string;
  /** Epoch ms. */
  now: number;
}

/** How far the sealing of stored recordings is, or a button that starts it; false without a sealed field. */
export function sealingStatus(
  request: PageRequest,
  found: FoundPersonalData,
  { action, now }: SealingStatusOptions,
): Html | false {
  const { pass, stored } = found;
  const foot = (content: Html, live: Html | false = false) =>
    html`<div class="panel-foot" id="sealing" role="status"${live}>${content}</div>`;
  const button =
    request.may('write') &&
    html` ${actionForm(request, action, 'Seal stored recordings', { fields: { stored: 'all', from: 'settings' } })}`;
  if (pass?.isRunning)
    return foot(
      html`<p class="row small"><strong>Sealing stored recordings</strong> <span class="muted">${sealingText(pass, stored)}</span></p>${sealingBar(pass, stored)}`,
      SEALING_LIVE,
    );
  if (mayBeInClear(found))
    return foot(
      html`<p class="row small"><span>Recordings that are older than a rule may hold its field in clear.</span>${button}</p>`,
    );
  return pass !== null && foot(html`<p class="row small">${ended(pass, now)}${pass.missed > 0 && button}</p>`);
}

function ended({ sealed, cases, missed, at, isAtLeast }: SealingProgress, now: number): Html {
  const failed = missed > 0 && html` ${counted(missed, 'recording')} could not be sealed: seal them again.`;
  return html`<span class="muted">Sealed in ${isAtLeast && 'at least '}${counted(sealed, 'stored recording')} of ${count(cases)}, ${relativeTime(at, now)}.${failed}</span>`;
}
