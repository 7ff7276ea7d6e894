import type { FindingsInput } from '../findings.ts';

/** An endpoint of the scope; its method is undefined where it is unknown. */
interface ScopeEndpoint {
  operation: string;
  method?: string | undefined;
}

/**
 * The endpoints of the scope that have no request, as method and path. A path counts once where its methods, or those
 * of its requests, are unknown.
 */
export function uncoveredEndpoints({
  operationsInScope,
  methodsInScope = {},
  clusters,
}: Pick<FindingsInput, 'operationsInScope' | 'methodsInScope' | 'clusters'>): ScopeEndpoint[] {
  const replayed = new Map<string, Set<string | undefined>>();
  for (const { operation, method } of clusters)
    replayed.set(operation, (replayed.get(operation) ?? new Set()).add(method));
  return [...new Set(operationsInScope)].flatMap((operation): ScopeEndpoint[] => {
    const requested = replayed.get(operation);
    const methods = Object.hasOwn(methodsInScope, operation) ? (methodsInScope[operation] ?? []) : [];
    if (methods.length === 0 || requested?.has(undefined)) return requested === undefined ? [{ operation }] : [];
    return methods.filter((method) => !requested?.has(method)).map((method) => ({ operation, method }));
  });
}
