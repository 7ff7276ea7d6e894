import { endpointName } from '../../functions/findings/domain/endpoint-labels.ts';
import { CliFailure } from '../cli-failure.ts';
import type { Session } from '../session.ts';
import { responseData } from '../unwrap-response.ts';

const MAX_REQUESTS = 20_000;
const PAGE = 200;

/**
 * The endpoints that a run replayed, by method, with their request counts; null if no credential permits the query, or
 * there are too many requests to list.
 */
export async function replayedEndpoints(
  { client, credential }: Session,
  { planId, requests }: { planId: string; requests: number },
): Promise<Map<string, number> | null> {
  if (requests > MAX_REQUESTS || !(credential.accessToken || credential.apiKey)) return null;
  const counts = new Map<string, number>();
  let cursor: string | null = null;
  try {
    do {
      const page: { items: { operation: string; method?: string | null }[]; nextCursor: string | null } =
        await responseData(
          client.GET('/api/replays/{planId}/cases', {
            params: { path: { planId }, query: { limit: PAGE, ...(cursor !== null && { cursor }) } },
          }),
        );
      for (const { operation, method } of page.items) {
        const name = endpointName(operation, method);
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
      cursor = page.nextCursor;
    } while (cursor !== null);
  } catch (fault) {
    // An incomplete report of findings is better than none: it omits endpoints without findings.
    if (fault instanceof CliFailure) return null;
    throw fault;
  }
  return counts;
}
