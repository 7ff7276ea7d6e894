import { afterEach, describe, expect, test } from 'vitest';
import { doneNotice, refusalName } from '../../../functions/report/pages/report-notices.ts';
import { type LoginStage, loginStage } from '../../support/stages/login-stage.ts';

let stage: LoginStage;
afterEach(() => stage.close());

describe('the comment of a mark (interface 10)', () => {
  test.for<[string, unknown, number, string]>([
    ['2,000 characters', 'x'.repeat(2000), 404, 'there is no such result'],
    ['2,001 characters', 'x'.repeat(2001), 400, 'comment must be a string of at most 2,000 characters'],
    ['a number', 7, 400, 'comment must be a string of at most 2,000 characters'],
    ['none', null, 404, 'there is no such result'],
  ])('is checked: %s', async ([, comment, status, errorMessage]) => {
    stage = loginStage();
    const path = '/api/replays/6a0f3c40a1b2c3d4e5f60718/cases/6a0f3c40a1b2c3d4e5f60718:0/mark';
    const answer = await stage.call('POST', path, { comment }, stage.asAdmin);
    expect([answer.status, answer.body.errorMessage]).toEqual([status, errorMessage]);
    if (status === 400) {
      const notified = doneNotice(new URLSearchParams({ refused: refusalName(answer.body.errorCode) }));
      expect(String(await notified)).toContain('the comment may have at most 2,000 characters');
    }
  });
});
