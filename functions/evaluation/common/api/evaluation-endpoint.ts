import type { ApiRequest, ApiResponse, BodyRule, Endpoint } from '../../../platform/http/api.ts';
import type { EndpointDoc } from '../../../platform/http/documents/endpoint-doc.ts';
import type { AnswerOf } from '../../../platform/http/endpoint.ts';
import {
  type ProblemResponse,
  problem,
  problemErrors,
  problemOfError,
  withRequest,
} from '../../../platform/http/problem.ts';
import type { EvaluationUses } from '../../composition.ts';

/** A JSON object of at most 256 KiB (evaluation 3.1). */
export const EVALUATION_BODY: BodyRule = { as: 'json', maxBytes: 256 * 1024, contentType: 'application/json' };

/** What an endpoint of the evaluation API with this document may answer. */
type EvaluationAnswer<Doc extends EndpointDoc> = AnswerOf<Doc, ProblemResponse['body']>;

/**
 * An endpoint of the evaluation API, without the parts that all of them share. `Services`: those that its handler uses.
 */
export interface EvaluationEndpoint<Services, Doc extends EndpointDoc>
  extends Pick<
    Endpoint<Services>,
    'method' | 'path' | 'scope' | 'audits' | 'hosts' | 'body' | 'grows' | 'storedBytes'
  > {
  doc: Doc;
  answer: (request: ApiRequest, services: Services) => Promise<EvaluationAnswer<Doc>>;
}

/**
 * Adds what all endpoints of the evaluation API share (evaluation 3.1, 3.3): problem+json, a request limit per tenant,
 * and the rejection of query parameters that are undocumented or repeated.
 */
export function evaluationEndpoint<Services, Doc extends EndpointDoc>({
  answer,
  ...own
}: EvaluationEndpoint<Services, Doc>): Endpoint<Services & EvaluationUses<'requestRate'>> {
  const known = new Set(Object.keys(own.doc.query ?? {}));

  async function admitted(
    request: ApiRequest,
    services: Services & EvaluationUses<'requestRate'>,
  ): Promise<ApiResponse> {
    // Callers without a credential must not use up the tenant's request limit, and a page makes many requests per view.
    const waitSeconds = own.scope === null || request.isOfPage ? 0 : services.evaluation.requestRate.take();
    if (waitSeconds > 0)
      return problem('rate_limited', 'the tenant may send 50 requests per second', {
        headers: { 'retry-after': String(waitSeconds) },
      });
    const names = [...request.query.keys()];
    const unknownParameter = names.find((name, at) => !known.has(name) || names.indexOf(name) !== at);
    if (unknownParameter !== undefined) return problem('invalid_query', 'a query parameter is unknown or repeated');
    return answer(request, services);
  }

  return {
    ...own,
    errors: problemErrors,
    refusal: (error, request) => withRequest(problemOfError(error), request),
    answer: async (request, services) => withRequest(await admitted(request, services), request),
  };
}
