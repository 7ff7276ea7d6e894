import { describe, expect, test } from 'vitest';
import { GROUP_OF, type Group, Kind } from '../../../functions/compare/domain/kinds.ts';
import { type CurrentRules, classify } from '../../../functions/findings/domain/classify.ts';

const noRules: CurrentRules = { ruleFor: () => null, has: () => false, isSuggested: () => false };
const field = (subject: string, kind: Kind = 'FIELD_VALUE', rule: string | null = null) => ({ kind, subject, rule });
const fields = (count: number, kind: Kind = 'FIELD_VALUE') =>
  Array.from({ length: count }, (_, index) => field(`f${index}`, kind));
const outcome = (differences: ReturnType<typeof field>[], truncated = false) => ({ differences, truncated });

describe('groups (spec 3.3)', () => {
  test.for<[Group, Kind[]]>([
    [
      'needsAction',
      [
        'FIELD_VALUE',
        'FIELD_MISSING',
        'FIELD_TYPE',
        'ARRAY_LENGTH',
        'ARRAY_ORDER',
        'MANY_FIELDS',
        'EMPTY_RESPONSE',
        'RESPONSE_FORMAT',
        'FEWER_CALLS',
        'SERVER_ERROR',
        'NOT_FOUND',
        'SENSITIVE_FIELD',
      ],
    ],
    [
      'toReview',
      [
        'NEW_FIELD',
        'MORE_CALLS',
        'UNSTRUCTURED_CONTENT',
        'CALL_PARAMETERS',
        'UNAUTHORIZED',
        'FORBIDDEN',
        'RATE_LIMITED',
        'TIMEOUT',
        'CONNECTION_FAILURE',
        'UNCLASSIFIED',
        'NO_DETAILS',
      ],
    ],
  ])('%s: %s', ([group, kinds]) => {
    expect(Kind.options.filter((kind) => GROUP_OF[kind] === group).sort()).toEqual([...kinds].sort());
  });
});

describe('many fields in one request (interface 2.4)', () => {
  test('20 different fields stay themselves', () => {
    expect(classify(outcome(fields(20)), noRules).differences).toHaveLength(20);
  });

  test('21 are one MANY_FIELDS of the response', () => {
    expect(classify(outcome(fields(21)), noRules).differences).toEqual([
      { kind: 'MANY_FIELDS', subject: 'response', group: 'needsAction' },
    ]);
  });

  test('one field that differs in two kinds is one field', () => {
    expect(classify(outcome([...fields(20), field('f0', 'FIELD_TYPE')]), noRules).differences).toHaveLength(21);
  });

  test('review and sensitive fields stay beside it', () => {
    const kinds = classify(
      outcome([...fields(21), field('n', 'NEW_FIELD'), field('p', 'SENSITIVE_FIELD')]),
      noRules,
    ).differences.map(({ kind }) => kind);
    expect(kinds).toEqual(['NEW_FIELD', 'SENSITIVE_FIELD', 'MANY_FIELDS']);
  });

  test('rules come first: 21 fields of which one is ignored are 20', () => {
    const rules: CurrentRules = {
      ruleFor: (subject) => (subject === 'f0' ? 'r1' : null),
      has: () => true,
      isSuggested: () => false,
    };
    const { differences, excluded } = classify(outcome(fields(21)), rules);
    expect(differences).toHaveLength(20);
    expect(excluded).toEqual([{ subject: 'f0', ruleId: 'r1' }]);
  });

  test('more differences than were kept are many, never a pass', () => {
    expect(classify(outcome([], true), noRules).differences).toEqual([
      { kind: 'MANY_FIELDS', subject: 'response', group: 'needsAction' },
    ]);
  });
});

describe('pages of HTML (spec 3.3)', () => {
  const places = (count: number) => Array.from({ length: count }, (_, index) => field(`html.body.p_${index}`));
  const suggested: CurrentRules = { ...noRules, isSuggested: (subject) => subject === 'html.body.p_0' };

  test.for<[Group, Kind, string]>([
    ['toReview', 'FIELD_VALUE', "html['main#content'].table.tr[*].td_2"],
    ['toReview', 'FIELD_MISSING', 'html.body.form'],
    ['toReview', 'ARRAY_LENGTH', 'html.body.ul.li'],
    ['toReview', 'NEW_FIELD', 'html.body.p_new'],
    ['needsAction', 'SENSITIVE_FIELD', 'html.body.form.password'],
    ['needsAction', 'FIELD_VALUE', "['html'].p"],
    ['needsAction', 'FIELD_VALUE', 'html'],
    ['needsAction', 'FIELD_VALUE', 'htmlText'],
  ])('%s: %s of %s', ([group, kind, subject]) => {
    expect(classify(outcome([field(subject, kind)]), noRules).differences).toEqual([{ kind, subject, group }]);
  });

  test('20 places stay themselves, 21 are another page', () => {
    expect(classify(outcome(places(20)), noRules).differences).toHaveLength(20);
    expect(classify(outcome(places(21)), noRules).differences).toEqual([
      { kind: 'UNSTRUCTURED_CONTENT', subject: 'response', group: 'toReview' },
    ]);
  });

  test('what noise explains is not one of the 21, and stays beside them', () => {
    expect(classify(outcome(places(21)), suggested).differences).toHaveLength(21);
    expect(classify(outcome(places(22)), suggested).differences).toEqual([
      { kind: 'FIELD_VALUE', subject: 'html.body.p_0', group: 'toReview', likelyNoise: true },
      { kind: 'UNSTRUCTURED_CONTENT', subject: 'response', group: 'toReview' },
    ]);
  });

  test('more places than were kept are another page, never a pass', () => {
    expect(classify(outcome(places(1), true), noRules).differences).toEqual([
      { kind: 'UNSTRUCTURED_CONTENT', subject: 'response', group: 'toReview' },
    ]);
  });

  test('headers and secrets stay beside another page', () => {
    const others = [field('@headers.location'), field('html.body.form.token', 'SENSITIVE_FIELD')];
    const kinds = classify(outcome([...others, ...places(21)]), noRules).differences.map(({ kind }) => kind);
    expect(kinds).toEqual(['FIELD_VALUE', 'SENSITIVE_FIELD', 'UNSTRUCTURED_CONTENT']);
  });

  test('a rule for the body as a whole covers a text, and one for a field does not', () => {
    const text = outcome([field('response', 'UNSTRUCTURED_CONTENT')]);
    const ofBody: CurrentRules = { ...noRules, ruleFor: (subject) => (subject === '$' ? 'r1' : null) };
    expect(classify(text, ofBody)).toEqual({ differences: [], excluded: [{ subject: 'response', ruleId: 'r1' }] });
    const ofField: CurrentRules = { ...noRules, ruleFor: (subject) => (subject === '$' ? null : 'r1') };
    expect(classify(text, ofField).differences).toHaveLength(1);
  });
});

describe("today's rules (interface 2.4)", () => {
  test('a rule of the comparison that still stands takes its difference out', () => {
    expect(
      classify(outcome([field('a', 'FIELD_VALUE', 'r1')]), {
        ruleFor: () => null,
        has: (id) => id === 'r1',
        isSuggested: () => false,
      }).differences,
    ).toEqual([]);
  });

  test('a deleted rule brings its difference back', () => {
    expect(classify(outcome([field('a', 'FIELD_VALUE', 'r1')]), noRules).differences).toHaveLength(1);
  });

  test('a rule cannot hide a status', () => {
    const all: CurrentRules = { ruleFor: () => 'r1', has: () => true, isSuggested: () => false };
    expect(classify(outcome([field('500', 'SERVER_ERROR')]), all).differences).toHaveLength(1);
  });
});

describe('fields that noise reduction suggests to ignore (spec 3.3 rule 2)', () => {
  const suggested: CurrentRules = { ...noRules, isSuggested: (subject) => subject === 'ts' };

  test.for<[Group, Kind, string, boolean]>([
    ['toReview', 'FIELD_VALUE', 'ts', true],
    ['toReview', 'CALL_PARAMETERS', 'ts', true],
    ['needsAction', 'FIELD_VALUE', 'price', false],
    ['needsAction', 'SENSITIVE_FIELD', 'ts', false],
    ['toReview', 'NEW_FIELD', 'ts', false],
  ])('%s: %s of %s', ([group, kind, subject, likelyNoise]) => {
    const [found, ...others] = classify(outcome([field(subject, kind)]), suggested).differences;
    expect([found, others]).toEqual([{ kind, subject, group, ...(likelyNoise && { likelyNoise }) }, []]);
  });

  test('many fields are counted before suggestions: 21 of which one is suggested stay many', () => {
    expect(classify(outcome([...fields(20), field('ts')]), suggested).differences).toMatchObject([
      { kind: 'MANY_FIELDS', group: 'needsAction' },
    ]);
  });
});

describe('requests of sessions without a login (docs/sessions.md)', () => {
  const cut = {
    ...outcome([field('a'), field('401', 'UNAUTHORIZED'), field('c', 'FIELD_VALUE', 'r1')]),
    cut: true as const,
  };

  test('all differences are one to review', () => {
    expect(classify(cut, { ...noRules, has: () => true })).toEqual({
      differences: [{ kind: 'UNCLASSIFIED', subject: 'session without its login', group: 'toReview' }],
      excluded: [{ subject: 'c', ruleId: 'r1' }],
    });
  });

  test('none if rules ignore all of them', () => {
    expect(classify({ ...cut, differences: [] }, noRules).differences).toEqual([]);
  });
});
