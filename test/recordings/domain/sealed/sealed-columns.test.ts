import { describe, expect, test } from 'vitest';
import { sealMadeCall } from '../../../../functions/mocks/domain/seal-made-call.ts';
import type { RecordedCall } from '../../../../functions/recordings/domain/recorded-case.ts';
import { redactPayload } from '../../../../functions/recordings/domain/redact.ts';
import { sealPayload } from '../../../../functions/recordings/domain/sealed/seal-payload.ts';
import { testSealer } from '../../../support/test-sealer.ts';
import { GET } from './sealed-request.ts';

const INSERT = 'INSERT INTO users (id, mail) VALUES ($1, $2)';
const callOf = (request: object, response: object = {}): RecordedCall => ({
  kind: 'database',
  target: 'main',
  operation: 'insert into users (id, mail) values (?, ?)',
  request: JSON.stringify(request),
  response: JSON.stringify(response),
  error: null,
  durationMs: null,
});

describe('a rule for a column', () => {
  const redacted = (request: object, response: object = {}) => {
    const calls = [callOf(request, response)];
    const [call] = redactPayload({ request: GET, response: null, calls }, [{ column: 'Mail' }]).calls;
    return [JSON.parse(call?.request ?? ''), JSON.parse(call?.response ?? '')];
  };

  test.for<[what: string, request: object, parameters: unknown]>([
    ['the parameter that is written to it', { sql: INSERT, parameters: [7, 'a'] }, [7, '[redacted]']],
    [
      'that of each statement of a batch',
      {
        sql: INSERT,
        parameters: [
          [7, 'a'],
          [8, 'b'],
        ],
      },
      [
        [7, '[redacted]'],
        [8, '[redacted]'],
      ],
    ],
    [
      'the parameter that is compared with it',
      { sql: 'select id from users where "mail" = ?', parameters: ['a'] },
      ['[redacted]'],
    ],
    ['no parameter of another column', { sql: 'select mail from users where id = ?', parameters: [7] }, [7]],
    ['no parameter without a column', { sql: 'select $1', parameters: ['a'] }, ['a']],
  ])('selects %s', ([, request, parameters]) => {
    expect(redacted(request)[0]).toEqual({ ...request, parameters });
  });

  test('selects values of rows, which are lists or objects', () => {
    const fields = [{ name: 'id' }, { name: 'mail' }];
    expect(redacted({}, { fields, rows: [[7, 'a']] })[1]).toEqual({ fields, rows: [[7, '[redacted]']] });
    expect(redacted({}, { rows: [{ id: 7, MAIL: 'a' }] })[1]).toEqual({ rows: [{ id: 7, MAIL: '[redacted]' }] });
  });

  test('seals a call that an application makes in a run like the recorded one', () => {
    const settings = { redact: [{ column: 'mail', seal: true }], credentials: 'seal' as const };
    const call = callOf({ sql: INSERT, parameters: [7, 'ada@example.org'] });
    const [recorded] = sealPayload({ request: GET, response: null, calls: [call] }, settings, testSealer).calls;
    const made = sealMadeCall(call, { settings, secrets: [] }, testSealer);
    expect(recorded?.request).not.toContain('ada');
    expect(made.request).toBe(recorded?.request);
    const other = sealMadeCall(
      callOf({ sql: INSERT, parameters: [7, 'bob@example.org'] }),
      { settings, secrets: [] },
      testSealer,
    );
    expect(other.request).not.toBe(recorded?.request);
  });
});
