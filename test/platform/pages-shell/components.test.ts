import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { assets } from '../../../functions/platform/pages-shell/assets.ts';
import { change } from '../../../functions/platform/pages-shell/change.ts';
import { meter } from '../../../functions/platform/pages-shell/meter.ts';
import { relativeText } from '../../../functions/platform/pages-shell/relative-time.ts';

/** Maximum bytes of the one stylesheet. */
const MAX_STYLE_BYTES = 30_000;

describe('the stylesheet', () => {
  const style = assets.find(({ path }) => path.endsWith('.css'));

  test('is the only one, and stays within its limit', () => {
    expect(assets.filter(({ type }) => type.startsWith('text/css'))).toHaveLength(1);
    expect(style?.bytes.byteLength).toBeLessThanOrEqual(MAX_STYLE_BYTES);
  });

  test('requests nothing', () => {
    expect(Buffer.from(style?.bytes ?? []).toString()).not.toMatch(/url\(|@import/);
  });

  test('defines each colour once for light and once for dark', () => {
    const text = readFileSync('functions/platform/pages-shell/assets/style.css', 'utf8');
    const [, light = '', dark = ''] = text.split(/:root \{/);
    const namesOf = (part: string) => [...part.matchAll(/(--[\w-]+): (?:#|rgb)/g)].map(([, name]) => name).sort();
    expect(namesOf(dark.slice(0, dark.indexOf('\n}')))).toEqual(namesOf(light.slice(0, light.indexOf('\n}'))));
  });
});

describe('change', () => {
  const shown = async (recorded: string, replayed: string) =>
    String(await change({ value: recorded }, { value: replayed }));

  test('shows short values unchanged', async () => {
    expect(await shown('29.5', '14.5')).toContain('<del>29.5</del>');
  });

  test('cuts long values to where they differ, and keeps them in the tooltip', async () => {
    const recorded = `${'a'.repeat(100)}X${'b'.repeat(100)}`;
    const html = await shown(recorded, recorded.replace('X', 'Y'));
    expect(html).toContain(`<del title="${recorded}">…aaaaaaaaaaXbbbbbbbbbbbbbbbbbbbbbbbbbbbbb…</del>`);
    expect(html).toContain('…aaaaaaaaaaYbbbbbbbbbbbbbbbbbbbbbbbbbbbbb…</ins>');
  });

  test('escapes values, and writes words as words', async () => {
    const html = String(await change({ word: 'absent' }, { value: '<b>' }));
    expect(html).toContain('<del class="none">absent</del>');
    expect(html).toContain('<ins>&lt;b&gt;</ins>');
  });
});

test('meter shows any share above 0', async () => {
  expect(String(await meter(0.001))).toContain('width="2"');
  expect(String(await meter(0))).toContain('width="0"');
  expect(String(await meter(1))).toContain('width="100"');
});

test.each([
  [0, 'just now'],
  [-59_000, 'just now'],
  [-60_000, '1 minute ago'],
  [-12 * 60_000, '12 minutes ago'],
  [-86_400_000, 'yesterday'],
  [-3 * 86_400_000, '3 days ago'],
  [999, 'just now'],
  [1000, 'in less than a minute'],
  [2 * 3_600_000, 'in 2 hours'],
  [40 * 3_600_000, 'in 1 day'],
  [45 * 86_400_000, 'in 1 month'],
])('relativeText writes a time %i ms from now as %s', (offset, text) => {
  expect(relativeText(1_800_000_000_000 + offset, 1_800_000_000_000)).toBe(text);
});
