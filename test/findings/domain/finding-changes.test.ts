import { describe, expect, test } from 'vitest';
import type { Kind } from '../../../functions/compare/domain/kinds.ts';
import { findingChanges } from '../../../functions/findings/domain/finding-changes.ts';
import { findingId } from '../../../functions/findings/domain/finding-id.ts';
import type { Findings, FindingsEntry } from '../../../functions/findings/domain/findings.ts';

const entry = (kind: Kind, subjects: string[], operations: string[]): FindingsEntry => ({
  kind,
  subjects,
  interfaces: operations.map((operationName) => ({ operationName, affectedRequests: 1, totalRequests: 1 })),
  affectedRequests: 1,
  totalRequests: 1,
});

/** A run that lists these; `others` differ at endpoints that are listed for something worse. */
const run = (needsAction: FindingsEntry[], others: FindingsEntry[] = [], marked: FindingsEntry[] = []) => ({
  findings: { needsAction, toReview: [] as FindingsEntry[] } as Findings, // nothing else is read
  byEndpoint: byEndpoint([...needsAction, ...others]),
  withMarked: byEndpoint([...needsAction, ...others, ...marked]),
});

const byEndpoint = (entries: readonly FindingsEntry[]) =>
  entries.flatMap(({ kind, subjects, interfaces }) =>
    interfaces.flatMap(({ operationName }) =>
      subjects.map((subject) => ({
        group: 'needsAction' as const,
        kind,
        subject,
        operationName,
        affectedRequests: 1,
        totalRequests: 1,
      })),
    ),
  );

const a = entry('FIELD_VALUE', ['a'], ['/a']);
const named = (list: readonly { entry: FindingsEntry }[]) => list.map(({ entry: { subjects } }) => subjects.join());

describe('findings since an earlier run', () => {
  test('are new, gone or the same', () => {
    const {
      new: added,
      gone,
      same,
    } = findingChanges(
      run([a, entry('FIELD_VALUE', ['old'], ['/a'])]),
      run([a, entry('FIELD_TYPE', ['a'], ['/a']), entry('FIELD_VALUE', ['a'], ['/b'])]),
    );
    expect([named(added), named(gone), named(same)]).toEqual([['a', 'a'], ['old'], ['a']]);
  });

  test('are the same if one of several fields or endpoints is', () => {
    const { new: added, gone, same } = findingChanges(run([a]), run([entry('FIELD_VALUE', ['a', 'b'], ['/b', '/a'])]));
    expect([added, gone, same.length]).toEqual([[], [], 1]);
  });

  test('are neither new nor gone if a worse difference of the endpoint hid them', () => {
    expect(findingChanges(run([], [a]), run([a])).new).toEqual([]);
    expect(findingChanges(run([a]), run([], [a])).gone).toEqual([]);
  });
});

test('a finding whose requests are marked as expected is not gone', () => {
  expect(findingChanges(run([a]), run([], [], [a]))).toEqual({ new: [], gone: [], same: [] });
});

describe('the id of a finding', () => {
  const id = findingId({ group: 'needsAction', entry: a });

  test('stays the same with other requests and endpoints', () => {
    expect(id).toMatch(/^[0-9a-f]{12}$/);
    expect(findingId({ group: 'needsAction', entry: entry('FIELD_VALUE', ['a', 'b'], ['/x']) })).toBe(id);
  });

  test('differs for another group, kind or field', () => {
    const others = [
      findingId({ group: 'toReview', entry: a }),
      findingId({ group: 'needsAction', entry: entry('FIELD_TYPE', ['a'], ['/a']) }),
      findingId({ group: 'needsAction', entry: entry('FIELD_VALUE', ['b'], ['/a']) }),
    ];
    expect(new Set([id, ...others]).size).toBe(4);
  });
});
