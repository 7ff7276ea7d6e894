import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { short } from '../../../platform/pages-shell/texts.ts';
import type { ReplayPlan } from '../../../replay/domain/plan.ts';

const HOUR_MS = 3_600_000;

/** Why a run found nothing to replay, and what to choose instead. */
export function selectionText({ caseSource, caseFrom, caseTo, caseTags }: ReplayPlan): Html {
  const tags = Object.entries(caseTags);
  const hours = Math.max(1, Math.round((caseTo - caseFrom) / HOUR_MS));
  const which =
    caseSource === 'pinned'
      ? 'No pinned recording'
      : `No recording of the last ${hours === 1 ? 'hour' : `${hours} hours`}`;
  const advice = caseSource === 'pinned' ? 'Pin recordings, or use a window' : 'Use a longer window';
  return tags.length === 0
    ? html`${which} fits the selection. ${advice}.`
    : html`${which} has the ${tags.length === 1 ? 'tag' : 'tags'} ${tags.map(([name, value], index) => html`${index > 0 && ', '}<code>${short(`${name}=${value}`, 60)}</code>`)}. ${advice} or other tags.`;
}
