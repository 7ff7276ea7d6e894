import type { ApiRequest, ApiResponse, EndpointFacts } from './api.ts';
import type { ErrorRow } from './error-row.ts';
import type { RequestLimits } from './request-limits.ts';

/** A call, and how it is refused. */
interface CountedCall {
  endpoint: Pick<EndpointFacts, 'storedBytes'>;
  tenant: string;
  request: Pick<ApiRequest, 'query' | 'body' | 'bytes'>;
  refused(error: ErrorRow): ApiResponse;
}

/**
 * Lets a call be answered if its tenant may store what it brings today, over HTTP and from pages alike. A response that
 * stored nothing gives its bytes back.
 */
export async function withinQuota(
  limits: RequestLimits | undefined,
  { endpoint, tenant, request, refused }: CountedCall,
  answer: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const reserved = await limits?.reserveBytes(endpoint, tenant, request);
  if (reserved?.error) return refused(reserved.error);
  const response = await answer();
  if (response.storedNothing) reserved?.giveBack();
  return response;
}
