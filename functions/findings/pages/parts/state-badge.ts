import type { Html } from '../../../platform/http/pages/page-route.ts';
import { badge } from '../../../platform/pages-shell/badge.ts';
import { stateLabels } from '../../domain/state-labels.ts';

/** The state of a run in words, and never by colour alone. */
export function stateBadge(state: string): Html {
  const { name, tone } = stateLabels(state);
  return badge(name, tone);
}
