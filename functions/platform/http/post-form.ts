import { type Endpoint, OPTIONAL_JSON_BODY } from './api.ts';

/**
 * The POST form of a GET that has a side effect: same path, headers, scope, limits and errors. Clients and proxies may
 * repeat or prefetch a GET, but not a POST. It takes no member of a body.
 */
export const postForm = <Services>(
  { doc: { hasSideEffect: _, ...doc }, ...endpoint }: Endpoint<Services>,
  id: string,
): Endpoint<Services> => ({
  ...endpoint,
  method: 'POST',
  body: OPTIONAL_JSON_BODY,
  doc: { ...doc, id },
});
