import { describe, expect, test } from 'vitest';
import { endpointLabel, endpointName, endpointNames } from '../../../functions/findings/domain/endpoint-words.ts';

describe('endpoints as people read them', () => {
  test.for([
    ['GET /tasks', '/tasks', 'GET'],
    ['/tasks', '/tasks', null],
    ['/tasks', '/tasks', ''],
    ['GET /tasks', 'GET /tasks', 'GET'],
    ['POST GET /tasks', 'GET /tasks', 'POST'],
    ['GET GETAWAY', 'GETAWAY', 'GET'],
  ] as const)('%s: %s and %s', ([name, operation, method]) => {
    expect(endpointName(operation, method)).toBe(name);
  });

  test.for([
    ['GET, POST /tasks', { operationName: '/tasks', methods: ['GET', 'POST'] }],
    ['GET /tasks', { operationName: 'GET /tasks', methods: ['GET'] }],
    ['/tasks', { operationName: '/tasks' }],
  ] as const)('in a line: %s', ([label, place]) => {
    expect(endpointLabel(place)).toBe(label);
  });

  test('once per method of an entry', () => {
    expect(endpointNames({ operationName: '/tasks', methods: ['GET', 'POST'] })).toEqual(['GET /tasks', 'POST /tasks']);
    expect(endpointNames({ operationName: '/tasks', methods: [] })).toEqual(['/tasks']);
    expect(endpointNames({ operationName: '/tasks' })).toEqual(['/tasks']);
  });
});
