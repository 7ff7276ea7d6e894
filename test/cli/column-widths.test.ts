import { describe, expect, test } from 'vitest';
import { tableText } from '../../cli/output.ts';
import { columnWidths } from '../../cli/reports/column-widths.ts';

describe('the columns of a table', () => {
  const long = `/orders/${'x'.repeat(120)}`;
  const rows = [
    ['needs action', 'FIELD_VALUE', long, '12 of 12'],
    ['to review', 'NEW_FIELD', '数据'.repeat(40), '3 of 12'],
  ];
  const head = ['', 'kind', 'what', 'requests'];

  test.for([60, 80, 132])('fit into %i columns, with every character of the cells', (width) => {
    const text = tableText(head, rows, '', width);
    const wide = (line: string) => [...line].length + (line.match(/[\u2e80-\ua4cf]/g)?.length ?? 0);
    expect(Math.max(...text.split('\n').map(wide))).toBeLessThanOrEqual(width);
    expect(text.match(/x/g)).toHaveLength(120);
    expect(text.match(/数/g)).toHaveLength(40);
  });

  test('do not wrap where there is no terminal', () => {
    expect(tableText(head, rows, '').split('\n')).toHaveLength(3);
    expect(tableText(head, rows, '')).toContain(long);
  });

  test('keep their width if they fit, and else the widest shrink first, to 8 at least', () => {
    expect(columnWidths([['ab', 'cdef']], 8)).toEqual([2, 4]);
    expect(columnWidths([['ab', 'x'.repeat(30)]], 24)).toEqual([2, 20]);
    expect(columnWidths([['x'.repeat(30), 'x'.repeat(30)]], 4)).toEqual([8, 8]);
  });
});
