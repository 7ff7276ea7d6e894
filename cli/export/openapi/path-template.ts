const PARAMETER = /\{([^{}]*)\}/g;

/** An endpoint as a path of OpenAPI: names of parameters are unique in it. */
export interface PathTemplate {
  path: string;
  /** In the order of the path. */
  names: string[];
}

/**
 * The path of an endpoint. A method before it is left out, and so is the name of a GraphQL, JSON-RPC or SOAP operation.
 */
export function pathTemplate(operation: string): PathTemplate {
  const [withoutName = ''] = operation.replace(/^[A-Z]+ (?=\/)/, '').split('#', 1);
  const names: string[] = [];
  const path = withoutName.replaceAll(PARAMETER, (_, given: string) => {
    const base = given.replaceAll(/[^\w.-]/g, '_') || 'id';
    let name = base;
    for (let count = 2; names.includes(name); count++) name = `${base}${count}`;
    names.push(name);
    return `{${name}}`;
  });
  return { path: path.startsWith('/') ? path : `/${path}`, names };
}

/** The recorded values of the parameters of a path, in their order; null where the path is not of this template. */
export function valuesIn(operation: string, recorded: string): string[] | null {
  const { path } = pathTemplate(operation);
  const pattern = path
    .split(/\{[^{}]*\}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('([^/]+)');
  const [pathname = ''] = recorded.split('?', 1);
  return new RegExp(`^${pattern}$`).exec(pathname)?.slice(1) ?? null;
}
