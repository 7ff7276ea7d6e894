import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const page = readFileSync('docs/cost.md', 'utf8');

const cells = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
const numberOf = (text = '') => Number.parseFloat(text.replaceAll(',', ''));

/** The rows of the table that follows a heading, without its head. */
function rowsBelow(heading: string): string[][] {
  const [, after = ''] = page.split(`## ${heading}\n`);
  const [section = ''] = after.split('\n## ');
  return section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map(cells);
}

const prices = rowsBelow('Prices');
const priceOf = (start: string) => {
  const [, unit, price] = prices.find(([what]) => what?.startsWith(start)) ?? [];
  return numberOf(price) / (unit === 'month' ? 1 : numberOf(unit));
};
const PRICES = [
  'DynamoDB, write',
  'DynamoDB, read',
  'Lambda, duration',
  'Lambda, requests',
  'API Gateway',
  'Step Functions',
].map(priceOf);

const CONSUMED = rowsBelow('What a case consumes');
/** $ for 1,000 cases. */
const computed = CONSUMED.map(([, ...figures]) =>
  PRICES.reduce((sum, price, at) => sum + price * numberOf(figures[at]), 0),
);

describe('the model of costs', () => {
  test('has a price for each unit', () => {
    expect(PRICES.filter((price) => !(price > 0))).toEqual([]);
  });

  test('multiplies what 1,000 cases consume by the prices', () => {
    expect(CONSUMED).toHaveLength(4);
    for (const [at, row] of CONSUMED.entries()) expect(row.at(-1), row[0]).toBe(computed[at]?.toFixed(4));
  });

  test('adds up recording and replaying for a day and for a month', () => {
    const [record = 0, replay = 0] = computed;
    const days = rowsBelow('What a day costs');
    expect(days).toHaveLength(3);
    for (const [cases, day, month] of days) {
      const exact = (numberOf(cases) / 1000) * (record + replay);
      expect([numberOf(day), numberOf(month)], cases).toEqual([
        Number(exact.toFixed(2)),
        Number((exact * 30).toFixed(2)),
      ]);
    }
  });

  test('adds up what originals cost', () => {
    const rows = rowsBelow('What originals cost');
    expect(rows).toHaveLength(2);
    const each = [
      priceOf('S3, put'),
      priceOf('Lambda, duration'),
      priceOf('Lambda, requests'),
      84 * priceOf('S3, storage'),
    ];
    for (const [what, ...figures] of rows) {
      const sum = each.reduce((total, price, at) => total + price * numberOf(figures[at]), 0);
      expect(numberOf(figures.at(-1)), what).toBe(Number(sum.toFixed(2)));
    }
    expect(page).toContain(`Three more alarms cost ${(3 * priceOf('CloudWatch')).toFixed(2)} a month`);
  });

  test('adds up what an idle deployment has', () => {
    const idle = rowsBelow('What an idle deployment costs').map(([, sum]) => numberOf(sum));
    const endpoints = 4 * 2 * priceOf('Interface endpoint');
    const rest = 2 * priceOf('KMS') + 2 * priceOf('Secrets Manager') + 21 * priceOf('CloudWatch');
    expect(idle).toEqual([endpoints, rest, rest, endpoints + rest].map((sum) => Number(sum.toFixed(2))));
  });
});
