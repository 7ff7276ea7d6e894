import { html } from 'hono/html';
import { describe, expect, test } from 'vitest';
import { compareBodies } from '../../../../functions/compare/domain/bodies/compare-bodies.ts';
import { differenceSink } from '../../../../functions/compare/domain/difference-sink.ts';
import { compileRules } from '../../../../functions/compare/domain/rules/rules.ts';
import { bodiesOf } from '../../../../functions/report/pages/request/bodies.ts';
import { bodySection } from '../../../../functions/report/pages/request/body-section.ts';
import { highlightedValues } from '../../../../functions/report/pages/request/highlighted-values.ts';
import { requestView } from '../../../../functions/report/pages/request/request-view.ts';
import { shownBodies } from '../../../../functions/report/pages/request/shown-bodies.ts';

/** The stored differences of two bodies, and how the page of the request shows them. */
function between(recorded: string, replayed: string, type = 'application/json') {
  const sink = differenceSink();
  const [a, b] = [recorded, replayed].map((text) => ({ contentType: type, bytes: Buffer.from(text) }));
  if (a && b) compareBodies(a, b, compileRules([], '/a'), sink);
  const { differences } = sink.comparison();
  const side = (body: string) => ({ status: 200, headers: [['content-type', type]], body, bodyEncoding: 'utf8' });
  const bodies = bodiesOf(
    // Headers are pairs, which TypeScript infers as arrays.
    { recorded: side(recorded), replayed: side(replayed) } as unknown as Parameters<typeof bodiesOf>[0],
    { rules: [], operation: '/a' },
  );
  const highlightedOf = highlightedValues(differences, bodies);
  return { differences, highlighted: differences.map(highlightedOf), bodies };
}

const long = (length: number) => 'ä'.repeat(length);

describe('the difference of two long values in the list of differences', () => {
  test('is shown whole up to 300 characters', () => {
    expect(between(`["${'x'.repeat(297)}1"]`, `["${'x'.repeat(297)}2"]`).highlighted).toEqual([null]);
  });

  test.for([300, 900, 1500, 400_000])('is shown behind %i characters, with the raw bodies at it', (length) => {
    const [recorded, replayed] = [
      `{"a":1,"v":"${long(length)}1${long(9)}"}`,
      `{"v":"${long(length)}2${long(9)}","a":1}`,
    ];
    const [value] = between(recorded, replayed).highlighted;
    expect(value?.recorded).toMatch(/^… ä{60}1ä{9}"$/);
    expect(value?.replayed).toMatch(/^… ä{60}2ä{9}"$/);
    expect(recorded.slice(value?.raw?.from)).toMatch(/^ä{60}1/);
    expect(replayed.slice(value?.raw?.replayedFrom)).toMatch(/^ä{60}2/);
  });

  test('is said to be hidden behind more changes than are searched', () => {
    const body = (by: number) => JSON.stringify({ rows: Array(20_000).fill(by), v: `${'x'.repeat(1200)}${by}` });
    const { highlighted, differences } = between(body(1), body(2));
    const value = highlighted[differences.findIndex(({ path }) => path === 'v')];
    expect(value).toMatchObject({ isHidden: true, raw: null });
    expect(value?.recorded).toBe(value?.replayed);
  });

  test('is in the right element, not another of the same field', () => {
    const items = (...ends: string[]) =>
      JSON.stringify(ends.map((end, id) => ({ id, v: `${'x'.repeat(1200)}${end}` })));
    const { highlighted, differences } = between(items('a', 'b', 'c'), items('a', 'b', 'C'));
    expect(differences[0]?.path).toBe('[2].v');
    expect(highlighted[0]?.recorded).toMatch(/c"$/);
  });

  test('begins at a character of both sides for a text that is not JSON', () => {
    const [value] = between(`<html>${long(2000)}1`, `<html>${long(2000)}2`, 'text/html').highlighted;
    expect(value).toMatchObject({ raw: { from: 1946, replayedFrom: 1946 }, isHidden: false });
    expect(value?.replayed).toMatch(/ä2$/);
  });

  test('is shown for a form without its raw text', () => {
    const type = 'application/x-www-form-urlencoded';
    const [value] = between(`v=${'x'.repeat(1200)}1`, `v=${'x'.repeat(1200)}2`, type).highlighted;
    expect(value?.recorded).toMatch(/x1"?$/);
    expect(value?.raw).toBeNull();
  });
});

describe('the bodies of a request', () => {
  const section = (bodies: ReturnType<typeof bodiesOf>, asked: string) => {
    const { view, part } = requestView(new URLSearchParams(asked));
    const shown = shownBodies(bodies, part, () => ({ isIgnored: false, difference: null }));
    return String(
      bodySection(shown, {
        ...part,
        view,
        path: '/p',
        heads: [html`Recorded`, html`Replayed`],
        summary: '',
        sizes: [0, 0],
        actionsOf: () => null,
      }),
    );
  };
  const [recorded, replayed] = [`{"a":"${'x'.repeat(1_500_000)}1"}`, `{"b":0,"a":"${'x'.repeat(1_500_000)}2"}`];

  test('show the change at any position, and link to the raw bodies at it', () => {
    const { bodies } = between(recorded, replayed);
    for (const view of ['split', 'unified']) {
      const text = section(bodies, `view=${view}`);
      expect(text).toMatch(
        /<span class="s">… x{60}<\/span><del><span class="s">1<\/span><\/del><span class="s">&quot;/,
      );
      expect(text).toMatch(
        /<span class="s">… x{60}<\/span><ins><span class="s">2<\/span><\/ins><span class="s">&quot;/,
      );
      expect(text).toContain('href="/p?view=raw&amp;from=1499946&amp;replayedFrom=1499952#body"');
    }
  });

  test('are shown raw, each side from its position, on to the end and back', () => {
    const { bodies } = between(recorded, replayed);
    const at = (from: number, replayedFrom: number | null) =>
      section(bodies, `view=raw&from=${from}${replayedFrom === null ? '' : `&replayedFrom=${replayedFrom}`}`);
    const text = at(1_499_946, 1_499_952);
    expect(text).toMatch(/Recorded body">x{60}1/);
    expect(text).toMatch(/Replayed body">x{60}2/);
    expect(text).toContain('from=1483562&amp;replayedFrom=1483568#body">Previous piece');
    expect(text).not.toContain('Next piece');
    expect(at(0, null)).toContain('href="/p?view=raw&amp;from=16384#body">Next piece');
  });
});
