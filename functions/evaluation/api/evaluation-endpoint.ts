import type { ApiRequest, ApiResponse, BodyRule, Endpoint, Services } from '../../platform/http/api.ts';
import { ofRequest, problem, problemErrors, problemOfError } from '../../platform/http/problem.ts';

/** A JSON object of at most 256 KiB (evaluation 3.1). */
export const EVALUATION_BODY: BodyRule = { as: 'json', maxBytes: 256 * 1024, contentType: 'application/json' };

/** An endpoint of the evaluation API, before what they all have in common. */
export interface EvaluationEndpoint extends Pick<Endpoint, 'method' | 'path' | 'scope' | 'hosts' | 'body' | 'doc'> {
  answer(request: ApiRequest, services: Services): Promise<ApiResponse>;
}

/**
 * Gives an endpoint what all of the evaluation API have (evaluation 3.1, 3.3): problem+json, a limit of requests per tenant, and a
 * refusal of query parameters that its doc does not name or that come twice.
 */
export function evaluationEndpoint({ answer, ...own }: EvaluationEndpoint): Endpoint {
  const known = new Set(Object.keys(own.doc.query ?? {}));

  async function admitted(request: ApiRequest, services: Services): Promise<ApiResponse> {
    // Whoever has not shown a credential must not use up what a tenant may ask, and a page asks many times for one look of a person.
    const waitSeconds = own.scope === null || request.isOfPage ? 0 : services.evaluation.requestRate.take();
    if (waitSeconds > 0)
      return problem('rate_limited', 'the tenant may ask 50 times a second', {
        headers: { 'retry-after': String(waitSeconds) },
      });
    const names = [...request.query.keys()];
    const stranger = names.find((name, at) => !known.has(name) || names.indexOf(name) !== at);
    if (stranger !== undefined) return problem('invalid_query', 'a query parameter is unknown or comes twice');
    return answer(request, services);
  }

  return {
    ...own,
    errors: problemErrors,
    refusal: (error, asked) => ofRequest(problemOfError(error), asked),
    answer: async (request, services) => ofRequest(await admitted(request, services), request),
  };
}
