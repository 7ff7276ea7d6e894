import { describe, expect, test } from 'vitest';
import type { Analysis, CodeChange } from '../../../functions/analysis/domain/analysis.ts';
import { codeChanges } from '../../../functions/analysis/domain/code-changes.ts';
import type { FindingsEntry } from '../../../functions/findings/domain/findings.ts';
import { likelyCause } from '../../../functions/report/domain/likely-cause.ts';

interface Named {
  title: string;
  operations?: string[];
  kind?: string | null;
  subject?: string | null;
}

/** An analysis with these changes, whose ids are those of its diagnosis. */
function analysisOf(...named: Named[]): Analysis {
  const derived = codeChanges(
    'shop',
    named.map(({ title, operations = ['/orders'], kind = null, subject = null }) => ({
      key: title,
      title,
      shortTitle: null,
      operations,
      kind,
      subject,
      sampleOperation: null,
      location: null,
      inferred: null,
    })),
    { clusters: [], replayed: [] },
    new Map(),
  );
  const changes = derived.map(
    ({ entry, findingId }): CodeChange => ({
      findingId,
      title: entry.title,
      shortTitle: entry.title,
      operations: entry.operations,
      affectedCases: 1,
      replayedCases: 1,
      markedCases: 0,
      markedAt: null,
      sampleOperation: null,
      location: null,
      inferred: false,
      consecutive: 1,
    }),
  );
  return {
    state: 'DONE',
    reason: null,
    analyzedCases: 1,
    failedCases: 1,
    codeChangeCases: 1,
    undeterminedCases: 0,
    invalidCases: 0,
    markedCases: 0,
    codeChangeInterfaces: 1,
    undeterminedInterfaces: 0,
    invalidInterfaces: 0,
    codeChanges: changes,
  };
}

const finding = (subjects: string[], operations = ['/orders']): FindingsEntry => ({
  kind: 'FIELD_VALUE',
  subjects,
  affectedRequests: 1,
  totalRequests: 4,
  interfaces: operations.map((operationName) => ({ operationName, affectedRequests: 1, totalRequests: 4 })),
});

const causeOf = (found: FindingsEntry, ...named: Named[]) =>
  likelyCause('shop', analysisOf(...named), found)?.title ?? null;

const FIELD = { kind: 'FIELD_VALUE', subject: 'total' };

describe('likelyCause', () => {
  test.for<[what: string, isCause: boolean, change: Omit<Named, 'title'>]>([
    ['its kind and field', true, FIELD],
    ['its kind and no field', true, { kind: 'FIELD_VALUE' }],
    ['no kind and no field', true, {}],
    ['another field', false, { ...FIELD, subject: 'tax' }],
    ['another kind', false, { ...FIELD, kind: 'FIELD_TYPE' }],
    ['its kind and field at another endpoint', false, { ...FIELD, operations: ['/carts'] }],
    ['its kind and field at its endpoint and another', true, { ...FIELD, operations: ['/carts', '/orders'] }],
  ])('takes a change that names %s: %s', ([, isCause, change]) => {
    expect(causeOf(finding(['total']), { title: 'rounded', ...change })).toBe(isCause ? 'rounded' : null);
  });

  test('prefers the change that names its field to one that names less', () => {
    const changes = [{ title: 'general' }, { title: 'of the kind', kind: 'FIELD_VALUE' }];
    expect(causeOf(finding(['total']), ...changes)).toBe('of the kind');
    expect(causeOf(finding(['total']), ...changes, { title: 'of the field', ...FIELD })).toBe('of the field');
  });

  test('knows a change that shares its id with an earlier one of the diagnosis', () => {
    const [first, second] = analysisOf({ title: 'a', ...FIELD }, { title: 'b', ...FIELD }).codeChanges;
    expect(second?.findingId).toBe(`${first?.findingId}-2`);
    const later = { ...analysisOf(), codeChanges: second ? [second] : [] };
    expect(likelyCause('shop', later, finding(['total']))?.title).toBe('b');
  });

  test('compares 20 fields of a finding, and not the 21st', () => {
    const before = (count: number) => Array.from({ length: count }, (_, at) => `a${at}`);
    expect(causeOf(finding([...before(19), 'total']), { title: 'rounded', ...FIELD })).toBe('rounded');
    expect(causeOf(finding([...before(20), 'total']), { title: 'rounded', ...FIELD })).toBeNull();
  });

  test('finds none for another application, or without an analysis', () => {
    expect(likelyCause('depot', analysisOf({ title: 'rounded', ...FIELD }), finding(['total']))).toBeNull();
    expect(likelyCause('shop', null, finding(['total']))).toBeNull();
  });
});
