import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { short } from '../../../platform/pages-shell/texts.ts';
import type { ReplayPlan } from '../../../replay/domain/plan.ts';

const HOUR_MS = 3_600_000;

type Selection = Pick<ReplayPlan, 'caseSource' | 'caseFrom' | 'caseTo'>;

/** Why a run found nothing to replay, and what to choose instead. */
export function selectionText(plan: Selection & Pick<ReplayPlan, 'caseTags'>): Html {
  const tags = Object.entries(plan.caseTags);
  const which = plan.caseSource === 'pinned' ? 'No pinned recording' : `No recording${windowText(plan)}`;
  const advice =
    plan.caseSource === 'pinned'
      ? 'Pin recordings, or use a window'
      : `Use ${isWhole(plan) ? 'other endpoints' : 'a longer window'}`;
  return tags.length === 0
    ? html`${which} fits the selection. ${advice}.`
    : html`${which} has the ${tags.length === 1 ? 'tag' : 'tags'} ${tags.map(([name, value], index) => html`${index > 0 && ', '}<code>${short(`${name}=${value}`, 60)}</code>`)}. ${advice} or other tags.`;
}

/** Which recordings a run selects. */
export const selectedText = (plan: Selection): string =>
  plan.caseSource === 'pinned' ? 'pinned recordings' : `recordings${windowText(plan)}`;

/** Whether the window goes back to the first recording. */
const isWhole = ({ caseFrom }: Selection): boolean => caseFrom === 0;

function windowText(plan: Selection): string {
  if (isWhole(plan)) return '';
  const hours = Math.max(1, Math.round((plan.caseTo - plan.caseFrom) / HOUR_MS));
  return ` of the last ${hours === 1 ? 'hour' : `${hours} hours`}`;
}
