import { describe, expect, test } from 'vitest';
import { severityOf } from '../../../functions/logs/domain/severity.ts';

describe('severity of a row (interface 2.8)', () => {
  test.for<[number, string]>([
    [1, 'TRACE'],
    [4, 'TRACE'],
    [5, 'DEBUG'],
    [8, 'DEBUG'],
    [9, 'INFO'],
    [12, 'INFO'],
    [13, 'WARN'],
    [16, 'WARN'],
    [17, 'ERROR'],
    [20, 'ERROR'],
    [21, 'FATAL'],
    [24, 'FATAL'],
  ])('is, for number %i and any text, %s', ([number, severity]) => {
    expect(severityOf(number, 'debug')).toBe(severity);
  });

  test.for<[string, string]>([
    ['warn', 'WARN'],
    ['WARNING', 'WARN'],
    [' Error ', 'ERROR'],
    ['ERROR3', 'ERROR'],
    ['severe', 'ERROR'],
    ['CRITICAL', 'FATAL'],
    ['notice', 'INFO'],
    ['verbose', 'TRACE'],
    ['fine', 'DEBUG'],
    ['', 'INFO'],
    ['loud', 'INFO'],
    ['constructor', 'INFO'],
  ])('is, without a number and for the text "%s", %s', ([text, severity]) => {
    expect(severityOf(0, text)).toBe(severity);
    expect(severityOf(25, text)).toBe(severity);
  });
});
