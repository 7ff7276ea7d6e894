/**
 * An endpoint as people read it: `GET /tasks`. The name alone if no method is known, or if it has the method already
 * (setting operationNaming).
 */
export const endpointName = (operation: string, method: string | null | undefined): string =>
  method && !operation.startsWith(`${method} `) ? `${method} ${operation}` : operation;

interface NamedEndpoint {
  operationName: string;
  methods?: readonly string[] | undefined;
}

/** An endpoint of an entry once per method. */
export const endpointNames = ({ operationName, methods }: NamedEndpoint): string[] =>
  methods?.length ? methods.map((method) => endpointName(operationName, method)) : [operationName];

/** An endpoint of an entry with all of its methods: `GET, POST /tasks`. */
export function endpointLabel({ operationName, methods = [] }: NamedEndpoint): string {
  const [only, ...others] = methods;
  return others.length === 0 ? endpointName(operationName, only) : `${methods.join(', ')} ${operationName}`;
}
