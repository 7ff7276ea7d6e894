import { expect, test } from 'vitest';
import { csvText } from '../../../../functions/platform/http/pages/csv-text.ts';

test.for<[cell: string | number | null, text: string]>([
  ['GET', 'GET'],
  [-5, '-5'],
  [null, ''],
  ['a,"b"', '"a,""b"""'],
  ['a\nb', '"a\nb"'],
  ['=1+1', "'=1+1"],
  ['-x', "'-x"],
  ['@x', "'@x"],
])('csvText writes a cell of %j', ([cell, text]) => {
  expect(csvText([[cell, 'end']])).toBe(`${text},end\r\n`);
});
