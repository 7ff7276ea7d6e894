import type { Change } from './change.ts';

/** The exact change in words, as `"a" → "b"`; null where any value is accepted. `isMasked`: without values. */
export function changeText(change: Change, isMasked: boolean): string | null {
  switch (change.is) {
    case 'any':
      return null;
    case 'removed':
      return 'the field is removed';
    case 'retyped':
      return 'the same value, written as a different type';
    case 'pairs':
      return isMasked ? 'the values of its run' : change.pairs.map(pairText).join(', ');
    case 'text':
      return isMasked ? 'a part of the text' : `${JSON.stringify(change.removed)} → ${JSON.stringify(change.added)}`;
    case 'sum':
      return isMasked ? 'a constant difference' : `${change.by.startsWith('-') ? '' : '+'}${change.by}`;
    case 'factor':
      return isMasked ? 'a constant factor' : `× ${change.by}, rounded to ${change.decimals} decimals`;
  }
}

const pairText = ({ recorded, replayed }: { recorded: string | null; replayed: string | null }): string =>
  `${recorded ?? 'absent'} → ${replayed ?? 'missing'}`;
