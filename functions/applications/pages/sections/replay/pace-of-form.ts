import { numberOf, textOf } from '../../../../platform/pages-shell/form-values.ts';
import { NO_PACE } from '../../../domain/pacing/pace-setting.ts';

/** The pace that a form chooses, for the endpoint to check; null where it chooses none. */
export function paceOfForm(form: FormData): number | string | null {
  if (textOf(form, 'gaps') === 'fast') return NO_PACE;
  if (textOf(form, 'gaps') !== 'factor') return null;
  const factor = numberOf(form, 'pace') ?? '';
  // A factor of 0 would be the other choice: as text it is refused.
  return factor === NO_PACE ? String(factor) : factor;
}
