import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileRules } from '../../../functions/compare/domain/rules/rules.ts';
import { judgeRequest } from '../../../functions/noise/domain/judge-request.ts';
import { mergeNoiseFacts } from '../../../functions/noise/domain/noise-facts.ts';
import { suggestionsOf } from '../../../functions/noise/domain/suggestions.ts';
import { answer, type Exchange, RECORDED_AT, REPLAYED_AT, suggestedOf } from './suggested-of.ts';

const [U1, U2, U3, U4] = [
  '0f0e8a3c-5d1b-4c2a-9f3e-1a2b3c4d5e6f',
  '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  'f47ac10b-58cc-4372-a567-0e02b2c3d479',
  '9b2d4e8f-1c3a-4b5d-8e7f-6a5b4c3d2e1f',
];
const RULES = compileRules([], '/o');

const paths = (exchanges: readonly Exchange[]) => suggestedOf(exchanges).map(({ path }) => path);

describe('the suggestions (interface 3.1, spec 3.3 rule 2)', () => {
  test.for<[suggested: string[], why: string, exchanges: Exchange[]]>([
    [['n'], 'differs between the replays', [{ recorded: { n: 1 }, replayed: { n: 5 }, again: { n: 6 } }]],
    [[], 'the same in both replays', [{ recorded: { n: 1 }, replayed: { n: 5 }, again: { n: 5 } }]],
    [[], 'not sent again', [{ recorded: { n: 1 }, replayed: { n: 5 } }]],
    [
      [],
      'one request is the same in both replays',
      [
        { recorded: { n: 1 }, replayed: { n: 5 }, again: { n: 6 } },
        { recorded: { n: 1 }, replayed: { n: 7 }, again: { n: 7 } },
      ],
    ],
    [
      [],
      'one place of a list is the same in both replays',
      [{ recorded: { l: [1, 1, 1] }, replayed: { l: [5, 6, 7] }, again: { l: [8, 6, 9] } }],
    ],
    [
      ['l[*]'],
      'every place of a list differs between the replays',
      [{ recorded: { l: [1, 1, 1] }, replayed: { l: [5, 6, 7] }, again: { l: [8, 9, 10] } }],
    ],
    [
      ['id'],
      'several reasons, one for each request',
      [
        { recorded: { id: U1 }, replayed: { id: U2 } },
        { recorded: { id: 'old' }, replayed: { id: 'x' }, again: { id: 'y' } },
      ],
    ],
    [[], 'the type changed between the replays', [{ recorded: { n: 1 }, replayed: { n: 5 }, again: { n: '5' } }]],
    [
      [],
      'elsewhere its type changed',
      [
        { recorded: { id: U1 }, replayed: { id: U2 } },
        { recorded: { id: U3 }, replayed: { id: 7 } },
      ],
    ],
    [
      [],
      'elsewhere it went',
      [
        { recorded: { id: U1 }, replayed: { id: U2 } },
        { recorded: { id: U3 }, replayed: {} },
      ],
    ],
    [
      [],
      'elsewhere it is new',
      [
        { recorded: { id: U1 }, replayed: { id: U2 } },
        { recorded: {}, replayed: { id: U3 } },
      ],
    ],
    [
      [],
      'a rule for it would cover another change',
      [
        { recorded: { v: U1 }, replayed: { v: U2 } },
        { recorded: { v: { price: 1 } }, replayed: { v: { price: 2 } } },
      ],
    ],
    [
      [],
      'a rule for it would cover a member with another name',
      [{ recorded: { m: { '1001': U1, total: 1 } }, replayed: { m: { '1001': U2, total: 2 } } }],
    ],
    [
      ['m.*'],
      'members whose names are data',
      [{ recorded: { m: { '1001': U1, '1002': U3 } }, replayed: { m: { '1001': U2, '1002': U4 } } }],
    ],
    [["['a.b']"], 'a name that is no plain one', [{ recorded: { 'a.b': U1 }, replayed: { 'a.b': U2 } }]],
    [[], 'the whole answer', [{ recorded: U1, replayed: U2 }]],
    [[], 'a sensitive name', [{ recorded: { email: U1 }, replayed: { email: U2 }, again: { email: U3 } }]],
    [[], 'inside a name of personal data', [{ recorded: { address: { id: U1 } }, replayed: { address: { id: U2 } } }]],
    [['token.id'], 'a random id of a token', [{ recorded: { token: { id: U1 } }, replayed: { token: { id: U2 } } }]],
    [[], 'the id was in the request', [{ recorded: { id: U1 }, replayed: { id: U2 }, path: `/o/${U1}` }]],
    [[], 'the id of another thing', [{ recorded: { a: U1, b: U2 }, replayed: { a: U2, b: U2 } }]],
  ])('are %j: %s', ([expected, , exchanges]) => {
    expect(paths(exchanges)).toEqual(expected);
  });

  test('include a time only with the time of the request', () => {
    const [recorded, replayed] = [RECORDED_AT, REPLAYED_AT].map((at) => ({ at: new Date(at).toISOString() }));
    expect(paths([{ recorded, replayed }])).toEqual(['at']);
    const facts = judgeRequest(
      {
        operation: '/o',
        request: { method: 'GET', path: '/o', headers: [], body: null, bodyEncoding: 'utf8' },
        recorded: answer(recorded),
        replayed: answer(replayed),
        replayedAgain: null,
        recordedAt: RECORDED_AT,
        replayedAt: null,
      },
      RULES,
    );
    expect(facts.fields).toMatchObject([{ subject: 'at', unexplained: 1 }]);
  });

  test('leave out a field that a request without judgement has', () => {
    const facts = { fields: [], changed: [], unjudged: [] };
    const field = { operation: '/o', subject: 'id', unexplained: 0, sentAgain: 0, reasons: [] };
    const cluster = {
      operation: '/o',
      hasResult: true,
      failure: null,
      truncated: false,
      differences: [{ kind: 'FIELD_VALUE' as const, subject: 'id', rule: null }],
      samples: [],
    };
    const of = (judged: number, requests: number, unjudged: string[] = []) =>
      suggestionsOf({ planId: 'p', round: 1 }, { ...facts, fields: [{ ...field, requests: judged }], unjudged }, [
        { ...cluster, requests },
      ]).length;
    expect([of(3, 3), of(2, 3), of(3, 3, ['/o']), of(3, 3, ['/other'])]).toEqual([1, 0, 0, 1]);
  });

  test('have evidence that counts and contains no value', () => {
    const [one] = suggestedOf([
      { recorded: { id: U1 }, replayed: { id: U2 }, again: { id: U3 } },
      { recorded: { id: U3 }, replayed: { id: U4 } },
    ]);
    expect(one).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      operation: '/o',
      path: 'id',
      ruleKind: 'ignore',
      reason: 'RANDOM_ID',
      evidence: {
        requests: 2,
        sentAgain: 1,
        reasons: [
          { reason: 'RANDOM_ID', requests: 2, forms: ['UUID version 4'] },
          { reason: 'DIFFERS_BETWEEN_REPLAYS', requests: 1, forms: [] },
        ],
      },
      status: 'SUGGESTED',
    });
  });

  test('have another id in every round', () => {
    const facts = mergeNoiseFacts([
      {
        fields: [{ operation: '/o', subject: 'id', requests: 1, unexplained: 0, sentAgain: 0, reasons: [] }],
        changed: [],
        unjudged: [],
      },
    ]);
    const idIn = (round: number) => suggestionsOf({ planId: 'p', round }, facts, [])[0]?.id;
    expect(idIn(1)).toBe(idIn(1));
    expect(idIn(1)).not.toBe(idIn(2));
  });
});

describe('a planted change', () => {
  const noisy = (seed: number, at: number) => ({
    at: new Date(at + seed).toISOString(),
    ref: `${seed.toString(16).padStart(8, '0')}-1234-4abc-8def-0123456789ab`,
    served: seed,
  });
  const value = fc.oneof(
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.string(),
    fc.constantFrom('PAID', 'CANCELLED', '10.00', '2026-11-20', '1763600000'),
  );

  test('is never suggested as a price, state or name that is the same in both replays, with any noise around it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 6 }),
        fc.constantFrom('price', 'status', 'name'),
        (pairs, field) => {
          const exchanges = pairs.map(([before, now], index) => ({
            recorded: { ...noisy(index, RECORDED_AT), lines: [{ [field]: before }], [field]: before },
            replayed: { ...noisy(100 + index, REPLAYED_AT), lines: [{ [field]: now }], [field]: now },
            again: { ...noisy(200 + index, REPLAYED_AT), lines: [{ [field]: now }], [field]: now },
          }));
          expect(paths(exchanges)).toEqual(['at', 'ref', 'served']);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('is never suggested at one place of many', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 30 }), fc.nat(), (length, pick) => {
        const at = pick % length;
        const list = (base: number, planted: unknown) => ({
          items: Array.from({ length }, (_, index) => ({ v: index === at ? planted : noisy(base + index, 0).ref })),
        });
        const exchange = (planted: unknown) => ({
          recorded: list(0, 'A-1001'),
          replayed: list(100, planted),
          again: list(200, planted),
        });
        expect(paths([exchange('A-1001')])).toEqual(['items[*].v']);
        expect(paths([exchange('A-1002')])).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});
