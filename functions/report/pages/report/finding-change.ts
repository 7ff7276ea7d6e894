import { html } from 'hono/html';
import type { Kind } from '../../../compare/domain/kinds.ts';
import type { ValuePair } from '../../../findings/domain/values/round-values.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { type ChangeSide, change } from '../../../platform/pages-shell/change.ts';

/** What stands for a side without a value, where a kind has a word of its own. */
const WORDS: Partial<Record<Kind, { recorded: string; replayed: string }>> = {
  FIELD_MISSING: { recorded: 'none', replayed: 'missing' },
  NEW_FIELD: { recorded: 'absent', replayed: 'none' },
  SENSITIVE_FIELD: { recorded: 'absent', replayed: 'none' },
  EMPTY_RESPONSE: { recorded: 'none', replayed: 'empty' },
  FEWER_CALLS: { recorded: 'call', replayed: 'no call' },
  MORE_CALLS: { recorded: 'no call', replayed: 'call' },
};
const DEFAULT = { recorded: 'none', replayed: 'none' };

/** The values of a finding, recorded and replayed, cut shorter in a cell; a dash where none were read. */
export function findingChange(
  kind: Kind,
  pair: Pick<ValuePair, 'recorded' | 'replayed'> | undefined,
  { isCell = false } = {},
): Html {
  if (pair === undefined) return html`<span class="muted">–</span>`;
  const words = WORDS[kind] ?? DEFAULT;
  const side = (name: 'recorded' | 'replayed'): ChangeSide => {
    const value = pair[name];
    return value === null ? { word: words[name] } : { value };
  };
  return change(side('recorded'), side('replayed'), { isCell });
}
