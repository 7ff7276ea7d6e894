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
  test('join a part of one function into its path and all paths below it', () => {
    expect(routes([target('a', ['/a', '/a/{id}', '/a/{id}/c']), target('b', ['/b/c'])])).toEqual([
      '/a a',
      '/a/{proxy+} a',
      '/b/{proxy+} b',
    ]);
  });

  test('are one for each function below a path if functions differ', () => {
    expect(routes([target('a', ['/x/{id}', '/x/{id}/a']), target('b', ['/x/{id}/b', '/x/{id}/b/c'])])).toEqual([
      '/x/{id} a',
      '/x/{id}/a a',
      '/x/{id}/b b',
      '/x/{id}/b/{proxy+} b',
    ]);
  });

  test('lead a fallback to its function, beside and between the paths of that function', () => {
    expect(routes([target('a', ['/x/a', '/x/y/a'], ['/x']), target('b', ['/x/y/b', '/z'])])).toEqual([
      '/x/{proxy+} a',
      '/x/y a',
      '/x/y/a a',
      '/x/y/b b',
      '/z b',
    ]);
  });

  test('keep a path that settings name as a separate route', () => {
    expect(routes([target('a', ['/x/a', '/x/b'], ['/x']), target('b', ['/'])], ['/x/a'])).toEqual([
      '/ b',
      '/x/{proxy+} a',
      '/x/a a',
    ]);
  });

  test('refuse a path of two functions', () => {
    expect(() => routes([target('a', ['/x']), target('b', ['/x'])])).toThrow('two functions answer /x');
  });
});

test('apiDescription lists the variable segments of a path', () => {
  const a = { ...target('a', ['/a/{b}/c/{d}']), uri: 'u' };
  const b = { ...target('b', ['/a/{b}/e'], ['/a']), uri: 'v' };
  const { paths } = apiDescription('t', [a, b]);
  const any = 'x-amazon-apigateway-any-method';
  expect(paths['/a/{b}/c/{proxy+}']?.[any]).toMatchObject({ parameters: [{ name: 'b' }, { name: 'proxy' }] });
  expect(paths['/a/{proxy+}']?.[any]).toMatchObject({ parameters: [{ name: 'proxy' }] });
});
