import { describe, expect, test } from 'vitest';
import { wrapped } from '../../cli/reports/column-widths.ts';
import type { RunFacts } from '../../cli/reports/run-facts.ts';
import { runText } from '../../cli/reports/run-text.ts';
import type { ReplayRun } from '../../client/paths.ts';
import { junitReport } from '../../functions/report/domain/export/junit.ts';
import { code, markdownReport } from '../../functions/report/domain/export/markdown.ts';
import { sarifReport } from '../../functions/report/domain/export/sarif.ts';
import { completedRun, entry, PLAN_ID } from './reported-runs.ts';

type SecondAnswers = NonNullable<RunFacts['secondAnswers']>;

const fields = (count: number) => Array.from({ length: count }, (_, at) => `data.lines[*].field${at}`);
const withFields = (count: number) =>
  completedRun('NEEDS_ACTION', { needsAction: [entry('FIELD_VALUE', fields(count), ['/orders/{id}'])] });
const reported = (run: ReplayRun, secondAnswers: SecondAnswers | null = null) => ({
  planId: PLAN_ID,
  run,
  replayed: null,
  secondAnswers,
});

describe('the row of an entry', () => {
  test.for([
    [5, 5, null],
    [25, 25, null],
    [200, 200, null],
    [201, 200, 'and 1 more'],
    [230, 200, 'and 30 more'],
  ] as const)('names at most 200 fields in a terminal and in Markdown: of %i it names %i', ([count, named, rest]) => {
    const text = runText(PLAN_ID, withFields(count));
    const markdown = markdownReport(reported(withFields(count)));
    for (const [at, name] of fields(count).entries()) {
      expect(text.includes(`${name},`) || text.includes(`${name} `), name).toBe(at < named);
      expect(markdown.includes(code(name)), name).toBe(at < named);
    }
    for (const one of [text, markdown])
      if (rest === null) expect(one).not.toMatch(/and \d+ more/);
      else expect(one).toContain(rest);
  });

  test.for([60, 80, 120])('keeps each name whole within %i columns', (width) => {
    const lines = runText(PLAN_ID, withFields(200), {}, width).split('\n');
    const head = lines.findIndex((line) => line.includes('kind') && line.includes('what'));
    const table = lines.slice(head, lines.indexOf('', head));
    expect(Math.max(...table.map((line) => line.length))).toBeLessThanOrEqual(width);
    if (width >= 80) for (const name of fields(200)) expect(table.join('\n')).toContain(name);
  });

  test('breaks its cells after a blank, or else anywhere', () => {
    expect(wrapped('alpha, beta, gamma', 12)).toBe('alpha, beta,\ngamma');
    expect(wrapped(`to ${'x'.repeat(10)} end`, 8)).toBe(`to\n${'x'.repeat(8)}\nxx end`);
    expect(wrapped('数据 数据', 4)).toBe('数据\n数据');
  });
});

describe('the line about second answers', () => {
  const some: SecondAnswers = {
    answered: 30,
    without: [{ why: 'UNSAFE_METHOD', requests: 2 }],
    sent: 30,
    sentMs: 412,
    later: { answered: 3, without: [], sent: 6, sentMs: 80 },
    tookMs: 7120,
  };
  const lines = [
    'Failing requests, sent again immediately: 30 answered as before; 2 not sent, because their methods may change data.',
    'Sent again some seconds later: 3 answered as before.',
    'Noise reduction sent 36 further requests and ended 7.1 s after the last request of the run.',
  ];

  test('is in every report', () => {
    const run = withFields(1);
    const text = runText(PLAN_ID, run, { secondAnswers: some }).split('\n');
    for (const line of lines) expect(text).toContain(line);
    expect(markdownReport(reported(run, some))).toContain(lines.join(' '));
    expect(junitReport(reported(run, some))).toContain(`<property name="secondAnswers" value="${lines.join(' ')}"/>`);
    const [sarif] = JSON.parse(sarifReport(reported(run, some), { anchor: null })).runs;
    expect(
      sarif.invocations[0].toolExecutionNotifications.map((one: { message: { text: string } }) => one.message.text),
    ).toEqual(lines);
  });

  test('is left out where the answers are unknown or no request failed', () => {
    const none: SecondAnswers = { answered: 0, without: [], sent: 0, sentMs: 0, tookMs: 3 };
    for (const answers of [null, none]) {
      const run = withFields(1);
      expect(runText(PLAN_ID, run, { secondAnswers: answers })).not.toMatch(/sent again|Noise reduction/);
      expect(markdownReport(reported(run, answers))).not.toMatch(/sent again|Noise reduction/);
      expect(junitReport(reported(run, answers))).not.toContain('secondAnswers');
      expect(sarifReport(reported(run, answers), { anchor: null })).not.toContain('toolExecutionNotifications');
    }
  });
});

describe('the line about headers', () => {
  test('says in Markdown which ones are compared, and is left out where that is unknown', () => {
    const headers = { compared: ['content-type', 'location'], ignored: ['etag'] };
    const text = markdownReport(reported(withFields(1)), [], headers);
    expect(text).toMatch(/^Compared headers: <code>content-type, location.*<\/code>$/m);
    expect(markdownReport(reported(withFields(1)))).not.toContain('Compared headers');
  });
});
