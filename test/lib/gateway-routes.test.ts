import { describe, expect, test } from 'vitest';
import { apiDescription } from '../../lib/constructs/api/api-description.ts';
import { gatewayRoutes } from '../../lib/constructs/api/gateway-routes.ts';

const get = (...paths: string[]) => paths.map((path) => ({ method: 'GET', path }) as const);
const target = (name: string, paths: string[], fallbacks: string[] = []) => ({
  name,
  endpoints: get(...paths),
  fallbacks,
});
const routes = (targets: ReturnType<typeof target>[], apart: string[] = []) =>
  gatewayRoutes(targets, apart).map(({ path, target: { name } }) => `${path} ${name}`);

describe('routes of API Gateway', () => {
  test('a part of one function is its path and all below it', () => {
    expect(routes([target('a', ['/a', '/a/{id}', '/a/{id}/c']), target('b', ['/b/c'])])).toEqual([
      '/a a',
      '/a/{proxy+} a',
      '/b/{proxy+} b',
    ]);
  });

  test('a path below which functions differ gets a route for each of them', () => {
    expect(routes([target('a', ['/x/{id}', '/x/{id}/a']), target('b', ['/x/{id}/b', '/x/{id}/b/c'])])).toEqual([
      '/x/{id} a',
      '/x/{id}/a a',
      '/x/{id}/b b',
      '/x/{id}/b/{proxy+} b',
    ]);
  });

  test('a fallback answers what its function has beside it, and what lies between its paths', () => {
    expect(routes([target('a', ['/x/a', '/x/y/a'], ['/x']), target('b', ['/x/y/b', '/z'])])).toEqual([
      '/x/{proxy+} a',
      '/x/y a',
      '/x/y/a a',
      '/x/y/b b',
      '/z b',
    ]);
  });

  test('a path that settings name stays by itself', () => {
    expect(routes([target('a', ['/x/a', '/x/b'], ['/x']), target('b', ['/'])], ['/x/a'])).toEqual([
      '/ b',
      '/x/{proxy+} a',
      '/x/a a',
    ]);
  });

  test('a path of two functions is refused: each knows only its own methods', () => {
    expect(() => routes([target('a', ['/x']), target('b', ['/x'])])).toThrow('two functions answer /x');
  });
});

test('a path tells API Gateway its variable segments', () => {
  const a = { ...target('a', ['/a/{b}/c/{d}']), uri: 'u' };
  const b = { ...target('b', ['/a/{b}/e'], ['/a']), uri: 'v' };
  const { paths } = apiDescription('t', [a, b]);
  const any = 'x-amazon-apigateway-any-method';
  expect(paths['/a/{b}/c/{proxy+}']?.[any]).toMatchObject({ parameters: [{ name: 'b' }, { name: 'proxy' }] });
  expect(paths['/a/{proxy+}']?.[any]).toMatchObject({ parameters: [{ name: 'proxy' }] });
});
