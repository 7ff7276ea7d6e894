import { html } from 'hono/html';
import type { Tone } from '../../../findings/domain/state-labels.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { badge } from '../../../platform/pages-shell/badge.ts';
import { count } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { POLICY_STATUSES } from '../../domain/policies/online-policy.ts';
import type { PolicySpec } from '../../domain/policies/online-policy-body.ts';
import type { PolicyAnswer } from './policy-answers.ts';

const STATUSES: Readonly<Record<(typeof POLICY_STATUSES)[number], [name: string, tone: Tone]>> = {
  active: ['Active', 'good'],
  inactive: ['Off', 'quiet'],
  paused: ['Paused by the service', 'warn'],
};

/** Badge with the status of a policy. */
export const policyBadge = ({ status }: Pick<PolicyAnswer, 'status'>): Html => badge(...STATUSES[status]);

/** `every 1 h`, `every 90 s`. */
export function everyText(seconds: number): string {
  if (seconds % 3600 === 0) return `every ${seconds / 3600} h`;
  return seconds % 60 === 0 ? `every ${seconds / 60} min` : `every ${seconds} s`;
}

const anyOf = (wanted: unknown): string => [wanted].flat().map(String).join(' or ');

/** The filter of recorded cases in words. All parts must match. */
export function filterText({ app_id, operations, case_tags = {}, ...others }: PolicySpec['filter']): Html {
  const tags = Object.entries({ ...case_tags, ...others }).map(([name, wanted]) => `${name}=${anyOf(wanted)}`);
  return html`recordings of ${visible(app_id)}${operations !== undefined && html`, of ${visible(anyOf(operations))}`}${tags.length > 0 && html`, tagged ${visible(tags.join(', '))}`}`;
}

/** Why recorded cases were skipped: `not_sampled 4,915`. */
export const skippedText = (skipped: Readonly<Record<string, number>>): string =>
  Object.entries(skipped)
    .map(([reason, number]) => `${reason.replaceAll('_', ' ')} ${count(number)}`)
    .join(', ');
