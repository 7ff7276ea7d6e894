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
  ])('put these kinds in %s: %s', ([group, kinds]) => {
    expect(Kind.options.filter((kind) => GROUP_OF[kind] === group).sort()).toEqual([...kinds].sort());
  });
});

describe('many fields in one request (interface 2.4)', () => {
  test('stay separate up to 20', () => {
    expect(classify(outcome(fields(20)), noRules).differences).toHaveLength(20);
  });

  test('become one MANY_FIELDS of the response from 21 on', () => {
    expect(classify(outcome(fields(21)), noRules).differences).toEqual([
      { kind: 'MANY_FIELDS', subject: 'response', group: 'needsAction' },
    ]);
  });

  test('count as one field if one differs in two kinds', () => {
    expect(classify(outcome([...fields(20), field('f0', 'FIELD_TYPE')]), noRules).differences).toHaveLength(21);
  });

  test('keep fields to review and sensitive fields beside MANY_FIELDS', () => {
    const kinds = classify(
      outcome([...fields(21), field('n', 'NEW_FIELD'), field('p', 'SENSITIVE_FIELD')]),
      noRules,
    ).differences.map(({ kind }) => kind);
    expect(kinds).toEqual(['NEW_FIELD', 'SENSITIVE_FIELD', 'MANY_FIELDS']);
  });

  test('count after rules: 21 with one ignored are 20', () => {
    const rules: CurrentRules = {
      ruleFor: (subject) => (subject === 'f0' ? 'r1' : null),
      has: () => true,
      isSuggested: () => false,
    };
    const { differences, excluded } = classify(outcome(fields(21)), rules);
    expect(differences).toHaveLength(20);
    expect(excluded).toEqual([{ subject: 'f0', ruleId: 'r1' }]);
  });

  test('become MANY_FIELDS if more differences were found than kept', () => {
    expect(classify(outcome([], true), noRules).differences).toEqual([
      { kind: 'MANY_FIELDS', subject: 'response', group: 'needsAction' },
    ]);
  });
});

describe('pages of HTML (spec 3.3)', () => {
  const changed = (count: number) => Array.from({ length: count }, (_, index) => field(`html.body.p_${index}`));
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
  ])('put into %s: %s of %s', ([group, kind, subject]) => {
    expect(classify(outcome([field(subject, kind)]), noRules).differences).toEqual([{ kind, subject, group }]);
  });

  test('keep 20 places, and become one changed page from 21 on', () => {
    expect(classify(outcome(changed(20)), noRules).differences).toHaveLength(20);
    expect(classify(outcome(changed(21)), noRules).differences).toEqual([
      { kind: 'UNSTRUCTURED_CONTENT', subject: 'response', group: 'toReview' },
    ]);
  });

  test('keep what noise explains, outside the count of 21', () => {
    expect(classify(outcome(changed(21)), suggested).differences).toHaveLength(21);
    expect(classify(outcome(changed(22)), suggested).differences).toEqual([
      { kind: 'FIELD_VALUE', subject: 'html.body.p_0', group: 'toReview', likelyNoise: true },
      { kind: 'UNSTRUCTURED_CONTENT', subject: 'response', group: 'toReview' },
    ]);
  });

  test('become one changed page if more places were found than kept', () => {
    expect(classify(outcome(changed(1), true), noRules).differences).toEqual([
      { kind: 'UNSTRUCTURED_CONTENT', subject: 'response', group: 'toReview' },
    ]);
  });

  test('keep headers and secrets beside a changed page', () => {
    const others = [field('@headers.location'), field('html.body.form.token', 'SENSITIVE_FIELD')];
    const kinds = classify(outcome([...others, ...changed(21)]), noRules).differences.map(({ kind }) => kind);
    expect(kinds).toEqual(['FIELD_VALUE', 'SENSITIVE_FIELD', 'UNSTRUCTURED_CONTENT']);
  });

  test('have a text ignored by a rule for the whole body, but not by one for a field', () => {
    const text = outcome([field('response', 'UNSTRUCTURED_CONTENT')]);
    const ofBody: CurrentRules = { ...noRules, ruleFor: (subject) => (subject === '$' ? 'r1' : null) };
    expect(classify(text, ofBody)).toEqual({
      differences: [],
      excluded: [{ subject: 'response', ruleId: 'r1' }],
      expected: [],
    });
    const ofField: CurrentRules = { ...noRules, ruleFor: (subject) => (subject === '$' ? null : 'r1') };
    expect(classify(text, ofField).differences).toHaveLength(1);
  });
});

describe('the current rules (interface 2.4)', () => {
  test('exclude a difference whose rule of the comparison still exists', () => {
    expect(
      classify(outcome([field('a', 'FIELD_VALUE', 'r1')]), {
        ruleFor: () => null,
        has: (id) => id === 'r1',
        isSuggested: () => false,
      }).differences,
    ).toEqual([]);
  });

  test('show the difference of a deleted rule again', () => {
    expect(classify(outcome([field('a', 'FIELD_VALUE', 'r1')]), noRules).differences).toHaveLength(1);
  });

  test('cannot ignore a status', () => {
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
  ])('are put into %s: %s of %s', ([group, kind, subject, likelyNoise]) => {
    const [found, ...others] = classify(outcome([field(subject, kind)]), suggested).differences;
    expect([found, others]).toEqual([{ kind, subject, group, ...(likelyNoise && { likelyNoise }) }, []]);
  });

  test('count before suggestions: 21 with one suggested are MANY_FIELDS', () => {
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

  test('have one difference to review in place of all others', () => {
    expect(classify(cut, { ...noRules, has: () => true })).toEqual({
      differences: [{ kind: 'UNCLASSIFIED', subject: 'session without its login', group: 'toReview' }],
      excluded: [{ subject: 'c', ruleId: 'r1' }],
      expected: [],
    });
  });

  test('have none if rules ignore all of them', () => {
    expect(classify({ ...cut, differences: [] }, noRules).differences).toEqual([]);
  });
});
