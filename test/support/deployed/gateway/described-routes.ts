/**
 * Operations of an API description by path and method, of which `x-amazon-apigateway-any-method` is every other one.
 */
export type DescribedPaths = Readonly<Record<string, Readonly<Record<string, object>>>>;

/**
 * Which operation API Gateway chooses for a request: what is said of a segment counts more than a variable, and that
 * more than the rest of a path.
 */
export function describedRoutes(paths: DescribedPaths) {
  const routes = Object.entries(paths).map(([path, methods]) => ({
    path,
    methods,
    form: RegExp(`^${path.replaceAll(/\{\w+\+\}/g, '.+').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
    rank: path
      .split('/')
      .map((segment) => (segment.endsWith('+}') ? 'c' : segment.startsWith('{') ? 'b' : 'a'))
      .join(''),
  }));
  return (method: string, path: string): { path: string; operation: object } | undefined => {
    const [best] = routes.filter(({ form }) => form.test(path)).toSorted((a, b) => (a.rank < b.rank ? -1 : 1));
    const operation = best?.methods[method.toLowerCase()] ?? best?.methods['x-amazon-apigateway-any-method'];
    return best && operation && { path: best.path, operation };
  };
}
