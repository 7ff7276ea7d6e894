import { describe, expect, test } from 'vitest';
import { endpointLabel, endpointName, endpointNames } from '../../../functions/findings/domain/endpoint-labels.ts';

describe('the text of endpoints', () => {
  test.for([
    ['GET /tasks', '/tasks', 'GET'],
    ['/tasks', '/tasks', null],
    ['/tasks', '/tasks', ''],
    ['GET /tasks', 'GET /tasks', 'GET'],
    ['POST GET /tasks', 'GET /tasks', 'POST'],
    ['GET GETAWAY', 'GETAWAY', 'GET'],
  ] as const)('endpointName returns %s for %s and %s', ([name, operation, method]) => {
    expect(endpointName(operation, method)).toBe(name);
  });

  test.for([
    ['GET, POST /tasks', { operationName: '/tasks', methods: ['GET', 'POST'] }],
    ['GET /tasks', { operationName: 'GET /tasks', methods: ['GET'] }],
    ['/tasks', { operationName: '/tasks' }],
  ] as const)('endpointLabel returns %s', ([label, endpoint]) => {
    expect(endpointLabel(endpoint)).toBe(label);
  });

  test('endpointNames returns one name for each method of an entry', () => {
    expect(endpointNames({ operationName: '/tasks', methods: ['GET', 'POST'] })).toEqual(['GET /tasks', 'POST /tasks']);
    expect(endpointNames({ operationName: '/tasks', methods: [] })).toEqual(['/tasks']);
    expect(endpointNames({ operationName: '/tasks' })).toEqual(['/tasks']);
  });
});
