import { describe, expect, test } from 'vitest';
import { cutText } from '../../../functions/platform/pages-shell/texts.ts';
import { visible, visibleText } from '../../../functions/platform/pages-shell/visible-text.ts';

const shown = (text: string) => String(visible(text));
/** Visible text, without markup. */
const seen = (text: string) => shown(text).replaceAll(/<[^>]*>/g, '');

describe('foreign text on a page', () => {
  test.for<[string, string, string]>([
    ['zero width space', '\u200b', '\\u200b'],
    ['zero width joiner', '\u200d', '\\u200d'],
    ['word joiner', '\u2060', '\\u2060'],
    ['byte order mark', '\ufeff', '\\ufeff'],
    ['soft hyphen', '\u00ad', '\\u00ad'],
    ['right-to-left override', '\u202e', '\\u202e'],
    ['left-to-right embedding', '\u202a', '\\u202a'],
    ['isolates', '\u2066\u2069', '\\u2066\\u2069'],
    ['direction marks', '\u200e\u200f\u061c', '\\u200e\\u200f\\u061c'],
    ['a C0 control', '\u0007', '\\u0007'],
    ['escape', '\u001b[31m', '\\u001b[31m'],
    ['delete and C1 controls', '\u007f\u0085', '\\u007f\\u0085'],
    ['line and paragraph separators', '\u2028\u2029', '\\u2028\\u2029'],
    ['a carriage return by itself', '\r', '\\u000d'],
    ['half a character', '\ud83d', '\\ud83d'],
    ['a braille blank', '\u2800', '\\u2800'],
    ['fillers of Hangul', '\u3164\u115f\u1160\uffa0', '\\u3164\\u115f\\u1160\\uffa0'],
    ['blanks of old scripts and music', '\u{13441}\u{16fe4}\u{1d159}', '\\u{13441}\\u{16fe4}\\u{1d159}'],
    ['interlinear anchors', '\ufff9\ufffb', '\\ufff9\\ufffb'],
    ['tags', '\u{e0041}', '\\u{e0041}'],
  ])('has %s written out and marked', ([, text, written]) => {
    expect(seen(`a${text}b`)).toBe(`a${written}b`);
    expect(shown(text)).toMatch(/^<span class="unseen" dir="ltr" title="U\+[0-9A-F]{4,5}[^"]*">/);
    expect(visibleText(`a${text}b`)).toBe(`a${written}b`);
  });

  test.for(['plain', 'Köln 李雷', 'a\tb\nc\r\nd', '\u00a0', '✔️ 👨‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣', ''])('is unchanged: %j', (text) => {
    expect(shown(text)).toBe(text);
    expect(visibleText(text)).toBe(text);
  });

  test('isolates text from right to left from its surroundings', () => {
    expect(shown('שלום')).toBe('<bdi>שלום</bdi>');
    expect(shown('a مرحبا')).toMatch(/^<bdi>.*<\/bdi>$/);
    expect(shown('ש\u202e')).toMatch(/^<bdi>ש<span class="unseen".*<\/span><\/bdi>$/);
  });

  test('runs from left to right everywhere as a piece of a body', () => {
    expect(String(visible('שלום', 'ltr'))).toBe('<bdi dir="ltr">שלום</bdi>');
    expect(String(visible('plain', 'ltr'))).toBe('plain');
  });

  test('never becomes markup', () => {
    expect(shown('<b>\u202e"&')).toBe(
      '&lt;b&gt;<span class="unseen" dir="ltr" title="U+202E">\\u202e</span>&quot;&amp;',
    );
  });

  test('stays small and complete with many such characters', () => {
    const text = 'a\u202e'.repeat(8192);
    expect(shown(text).length).toBeLessThan(7 * text.length);
    expect(seen(text)).toBe('a\\u202e'.repeat(8192));
    expect(shown('\u202e'.repeat(5))).toContain('title="U+202E U+202E U+202E U+202E …"');
  });

  test('is never cut inside a character', () => {
    expect(cutText('ab', 2)).toBe('ab');
    expect(cutText('abc', 2)).toBe('ab…');
    expect(cutText('a😀b', 2)).toBe('a…');
  });
});
