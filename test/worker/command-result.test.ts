import { describe, expect, test } from 'vitest';
import { commandResult } from '../../worker/command-result.ts';

const resultOf = (written: unknown, exitCode: number | null = 0) =>
  commandResult(
    { exitCode, output: Buffer.from(typeof written === 'string' ? written : JSON.stringify(written)) },
    'wfr_1',
  );

describe('resultOf (evaluation 3.8)', () => {
  test.for<[string, unknown, number | null, string, string | null]>([
    ['a summary', { summary: {} }, 0, 'succeeded', null],
    ['a failure and why', { summary: {}, status: 'subject_error', reason: 'down' }, 0, 'subject_error', 'down'],
    ['a reason of 500 characters', { summary: {}, reason: 'x'.repeat(500) }, 0, 'succeeded', 'x'.repeat(500)],
    [
      'a reason of 501 characters',
      { summary: {}, reason: 'x'.repeat(501) },
      0,
      'runner_error',
      "The command's result has no usable reason.",
    ],
    [
      'an invalid status',
      { summary: {}, status: 'fine' },
      0,
      'runner_error',
      "The command's result has no usable status.",
    ],
    ['no summary', {}, 0, 'runner_error', "The command's result has no usable summary."],
    [
      'an invalid measurement',
      { summary: {}, measurements: [1] },
      0,
      'runner_error',
      "The command's result has no usable measurements.0.",
    ],
    ['nothing', '', 0, 'runner_error', 'The command wrote no result.'],
    ['no JSON', 'done', 0, 'runner_error', 'The command wrote no result.'],
    ['success with another exit code', { summary: {} }, 3, 'runner_error', 'The command ended with exit code 3.'],
    ['the end by a signal', '', null, 'runner_error', 'The command was ended by a signal.'],
  ])('reads %s', ([, written, exitCode, status, reason]) => {
    expect(resultOf(written, exitCode)).toMatchObject({ status, reason });
  });
});
