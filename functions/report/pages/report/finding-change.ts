import { html } from 'hono/html';
import type { Kind } from '../../../compare/domain/kinds.ts';
import type { ValuePair } from '../../../findings/domain/values/round-values.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { type ChangeSide, change } from '../../../platform/pages-shell/change.ts';
import { firstByKey } from './key-candidate.ts';

/** What stands for a side without a value, where a kind has a word of its own. */
const LABELS: Partial<Record<Kind, { recorded: string; replayed: string }>> = {
  FIELD_MISSING: { recorded: 'none', replayed: 'missing' },
  NEW_FIELD: { recorded: 'absent', replayed: 'none' },
  SENSITIVE_FIELD: { recorded: 'absent', replayed: 'none' },
  EMPTY_RESPONSE: { recorded: 'none', replayed: 'empty' },
  FEWER_CALLS: { recorded: 'call', replayed: 'no call' },
  MORE_CALLS: { recorded: 'no call', replayed: 'call' },
};
const DEFAULT = { recorded: 'none', replayed: 'none' };

/** The word for a side without a value. */
export const sideWord = (kind: Kind, side: 'recorded' | 'replayed'): string => (LABELS[kind] ?? DEFAULT)[side];

type Values = Pick<ValuePair, 'recorded' | 'replayed'>;

/** The values of a difference, recorded and replayed, cut to `room` characters of both; a dash where none were read. */
export function findingChange(kind: Kind, pair: Values | undefined, { room }: { room?: number } = {}): Html {
  if (pair === undefined) return html`<span class="muted">–</span>`;
  const side = (name: 'recorded' | 'replayed'): ChangeSide => {
    const value = pair[name];
    return value === null ? { word: sideWord(kind, name) } : { value };
  };
  return change(side('recorded'), side('replayed'), room === undefined ? {} : { room });
}

/** Characters of both values that fit into a cell. */
export const CELL = 16;

/** The values of a finding in a cell: of orders and calls, what says more than the beginning of both values. */
export const cellChange = (kind: Kind, pair: Values | undefined): Html =>
  findingChange(kind, pair && cellValues(kind, pair), { room: CELL });

/** What says more than the beginning of both values, where a kind has that. */
export const cellValues = (kind: Kind, pair: Values): Values => CELL_VALUES[kind]?.(pair) ?? pair;

const CELL_VALUES: Partial<Record<Kind, (pair: Values) => Values | null>> = {
  FEWER_CALLS: () => ({ recorded: '1 call', replayed: null }),
  MORE_CALLS: () => ({ recorded: null, replayed: '1 call' }),
  ARRAY_ORDER({ recorded, replayed }) {
    const first = firstByKey(recorded, replayed);
    return first && { recorded: first.recorded, replayed: `${first.replayed} first` };
  },
};
