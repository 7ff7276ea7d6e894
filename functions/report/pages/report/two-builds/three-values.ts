import { html } from 'hono/html';
import type { Kind } from '../../../../compare/domain/kinds.ts';
import type { ValuePair } from '../../../../findings/domain/values/round-values.ts';
import type { Html } from '../../../../platform/http/pages/page-route.ts';
import { cutText } from '../../../../platform/pages-shell/texts.ts';
import { visible, visibleText } from '../../../../platform/pages-shell/visible-text.ts';
import { cellValues, sideWord } from '../finding-change.ts';

/** The heads of the columns of a value that was recorded and answered by two builds. */
export const THREE_HEADS = ['Recorded', 'Running build', 'New build'] as const;

/** Characters of a value in a column, and of the whole one in its tooltip. */
const CELL = 24;
const MAX_TITLE = 400;

type Values = Pick<ValuePair, 'recorded' | 'replayed'> & { asRecorded?: string | null | undefined };

/** The values of a difference of two builds, in the order of the heads; dashes where none were read. */
export function threeValues(kind: Kind, pair: Values | undefined): readonly [Html, Html, Html] {
  if (pair === undefined) return [DASH, DASH, DASH];
  const { recorded, replayed } = cellValues(kind, pair);
  const baseline = shown('baseline', recorded, sideWord(kind, 'recorded'));
  const target = shown('target', replayed, sideWord(kind, 'replayed'));
  if (pair.asRecorded === undefined) return [DASH, baseline, target];
  const { recorded: before } = cellValues(kind, { recorded: pair.asRecorded, replayed: pair.replayed });
  const isSame = pair.asRecorded === pair.recorded;
  return [shown('old', isSame ? recorded : before, isSame ? sideWord(kind, 'recorded') : 'absent'), baseline, target];
}

/** The same in three columns, each below its head. */
export function threeColumns(kind: Kind, pair: Values): Html {
  const values = threeValues(kind, pair);
  return html`<dl class="three-values">${THREE_HEADS.map((head, at) => html`<div><dt>${head}</dt><dd>${values[at]}</dd></div>`)}</dl>`;
}

function shown(side: 'old' | 'baseline' | 'target', value: string | null, word: string): Html {
  if (value === null) return html`<span class="value ${side} none">${word}</span>`;
  const text = cutText(value, CELL);
  return html`<span class="value ${side}"${text !== value && html` title="${visibleText(cutText(value, MAX_TITLE))}"`}>${visible(text, 'ltr')}</span>`;
}

const DASH = html`<span class="muted">–</span>`;
