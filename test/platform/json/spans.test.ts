import { describe, expect, test } from 'vitest';
import { scanJson } from '../../../functions/platform/json/scan-json.ts';
import { spansReader } from '../../../functions/platform/json/spans.ts';
import { childrenOf, utf8 } from '../../../functions/platform/json/tape.ts';
import { bytesOf } from '../../compare/domain/compare-two.ts';

const spansOf = spansReader();

describe('spansOf', () => {
  test.for([0, 1, 64, 65, 1000, 150_000])('finds %d elements of an array', (count) => {
    const texts = Array.from({ length: count }, (_, i) => ['7', '"text"', '{"a":[1]}', '[]', '{ }'][i % 5] ?? '');
    const tape = scanJson(bytesOf(`[ ${texts.join(' , ')} ]`));
    if (tape === null) throw new Error('the test wrote no JSON');
    const { nodes, starts, ends } = spansOf(tape, 0);
    expect([...nodes]).toEqual(childrenOf(tape, 0));
    expect(Array.from(starts, (start, i) => utf8(tape.bytes, start, ends[i] ?? 0))).toEqual(texts);
  });

  test('keeps the elements of a list while another one is read', () => {
    const tape = scanJson(bytesOf('[[1,2,3],[4,5]]'));
    if (tape === null) throw new Error('the test wrote no JSON');
    const [first = 0, second = 0] = childrenOf(tape, 0);
    const kept = spansOf(tape, first);
    spansOf(tape, second);
    expect([...kept.nodes]).toEqual(childrenOf(tape, first));
  });
});
