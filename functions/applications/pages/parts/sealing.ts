import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { count, counted } from '../../../platform/pages-shell/texts.ts';
import type { SealingProgress } from '../../domain/personal-data/found-personal-data.ts';
import { sealingLeft } from '../../domain/personal-data/sealing-left.ts';

/** The flash message of a form that has added a rule and started the pass over stored recordings. */
export const SEALING = 'sealing';

/** The flash message of a form that has started the pass alone. */
export const SEALING_STORED = 'sealing-stored';

/** What the flash messages say. */
export const SEALING_DONE = {
  [SEALING]: 'The field is sealed in new recordings. Stored recordings are being sealed in the background.',
  [SEALING_STORED]: 'Stored recordings are being sealed in the background.',
};

/** How often a page asks how far a pass is, in seconds. */
const LIVE_SECONDS = 2;

/** The attributes of what shows a running pass: it is replaced until the pass has ended. */
export const SEALING_LIVE: Html = html` data-live data-ends data-every="${LIVE_SECONDS}"`;

/** How far a running pass is, and whether it fails. */
export function sealingText(pass: SealingProgress, stored: number): Html {
  const { cases, faults } = pass;
  const failing =
    faults > 0 &&
    html` <strong>The last ${counted(faults, 'attempt')} failed.</strong> The service tries again, and its log says why.`;
  return html`${count(cases)} of ${count(Math.max(cases, stored))}${leftText(sealingLeft(pass, stored))}.${failing} You may leave this page.`;
}

function leftText(seconds: number | null): string {
  if (seconds === null || seconds <= 0) return '';
  return `, about ${seconds < 100 ? counted(seconds, 'second') : counted(Math.round(seconds / 60), 'minute')} left`;
}

/** The bar of a running pass. */
export const sealingBar = ({ cases }: SealingProgress, stored: number): Html => {
  const total = Math.max(1, cases, stored);
  return html`<progress max="${total}" value="${cases}" aria-label="Sealing stored recordings">${count(cases)} of ${count(total)}</progress>`;
};
