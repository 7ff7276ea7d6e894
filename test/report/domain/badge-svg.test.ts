import { expect, test } from 'vitest';
import { STATE_LABELS } from '../../../functions/findings/domain/state-labels.ts';
import { badgeSvg } from '../../../functions/report/domain/badge/badge-svg.ts';

test.for(Object.entries(STATE_LABELS))('the badge of %s says the state in words, and fits its text', ([, labels]) => {
  const svg = badgeSvg(labels);
  const text = labels.name.toLowerCase();
  expect(svg).toContain(`aria-label="replay: ${text}"`);
  const width = Number(/width="(\d+)" height="20" role/.exec(svg)?.[1]);
  expect(width).toBe(('replay'.length + text.length) * 7 + 24);
});

test('the badge of a clean run is green, and that of a failing one red', () => {
  expect(badgeSvg(STATE_LABELS.CLEAN)).toContain('#16683a');
  expect(badgeSvg(STATE_LABELS.NEEDS_ACTION)).toContain('#b0231c');
});
