import { describe, expect, test } from 'vitest';
import { operationName, pathTemplate } from '../../../functions/recordings/domain/operation-name.ts';

describe('the endpoint of a path (interface 10)', () => {
  test.for<[string, string, string]>([
    ['numbers', '/orders/1/items/22', '/orders/{id}/items/{id}'],
    ['a query is left out', '/orders/1?full=1/2', '/orders/{id}'],
    ['a UUID', '/u/0b51a0f7-8f5e-4b6c-9b0e-2f0d4a1c9e11', '/u/{id}'],
    ['a ULID', '/u/01ARZ3NDEKTSV4RRFFQ69G5FAV', '/u/{id}'],
    ['a ULID begins with 0 to 7', '/u/81ARZ3NDEKTSV4RRFFQ69G5FAV', '/u/81ARZ3NDEKTSV4RRFFQ69G5FAV'],
    ['16 hex digits', '/u/0123456789abcdef', '/u/{id}'],
    ['15 hex digits are a word', '/u/0123456789abcde', '/u/0123456789abcde'],
    ['a number inside a segment', '/v2/order-1', '/v2/order-1'],
    ['a slash at the end stays', '/orders/1/', '/orders/{id}/'],
    ['the root', '/', '/'],
  ])('has templates: %s', ([, path, template]) => {
    expect(pathTemplate(path)).toBe(template);
  });

  test.for<[string | null, 'path' | 'method-path', string]>([
    [null, 'path', '/orders/{id}'],
    ['/given', 'path', '/given'],
    [null, 'method-path', 'GET /orders/{id}'],
    ['/given', 'method-path', 'GET /given'],
    ['POST /given', 'method-path', 'POST /given'],
  ])('is, for %s named by %s, %s', ([given, naming, name]) => {
    expect(operationName(given, { method: 'GET', path: '/orders/7', rpc: null }, naming)).toBe(name);
  });
});
