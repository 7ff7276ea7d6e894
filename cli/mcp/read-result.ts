import type { ResultWithSides } from '../../client/paths.ts';
import { maskedDifference } from '../../functions/findings/domain/masked-result.ts';
import { numberedMask } from '../../functions/recordings/domain/masks/mask.ts';
import { maskedRequest, maskedResponse } from '../../functions/recordings/domain/masks/masked-payload.ts';
import type { Session } from '../session.ts';
import { responseData } from '../unwrap-response.ts';

/**
 * Reads one request of a run without credentials: the service shows those that are not sealed to keys with the scope
 * `write`, and a model needs none. Values that differ have masks that differ.
 */
export async function readResult({ client }: Session, planItemId: string): Promise<Omit<ResultWithSides, 'mapped'>> {
  const planId = planItemId.slice(0, planItemId.indexOf(':'));
  const params = { path: { planId, planItemId } };
  const answer = await responseData(client.GET('/api/replays/{planId}/cases/{planItemId}', { params }));
  const { mapped: _, ...result } = answer as ResultWithSides; // the library reads pairs as lists
  const mask = numberedMask();
  return {
    ...result,
    request: result.request && { ...result.request, ...maskedRequest(result.request, mask) },
    recorded: result.recorded && maskedResponse(result.recorded, mask),
    replayed: result.replayed && maskedResponse(result.replayed, mask),
    differences: result.differences.map((one) => {
      const { recorded, replayed } = maskedDifference(one, mask);
      return { ...one, recorded, replayed };
    }),
  };
}
