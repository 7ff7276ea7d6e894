import { html } from 'hono/html';
import type { ChangedValues } from '../../../compare/domain/expected/changed-values.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { type ChangeSide, change } from '../../../platform/pages-shell/change.ts';
import { short } from '../../../platform/pages-shell/texts.ts';

/** What an expected change accepts exactly, or that it accepts any value. */
export interface ExactChange {
  /** In words; null where any value is accepted. */
  exactly: string | null;
  /** The two values; null where the change has none, or more than one pair. */
  values: ChangedValues | null;
}

/** The two values of an exact change where it has them, else the change in words. */
export function exactChange({ exactly, values }: ExactChange, { room }: { room?: number } = {}): Html {
  if (values === null) return html`<code>${short(exactly ?? '', 200)}</code>`;
  const { recorded, replayed, isPart } = values;
  const side = (value: string | null, word: string): ChangeSide =>
    value === null ? { word } : { value: isPart ? `…${value}…` : value };
  return change(side(recorded, 'absent'), side(replayed, 'missing'), room === undefined ? {} : { room });
}
