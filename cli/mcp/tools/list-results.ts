import * as z from 'zod';
import { responseData } from '../../unwrap-response.ts';
import { Cursor, Kind, limitOf, Operation, PlanId } from '../fields.ts';
import { tool } from '../tool.ts';

/** Lists the requests of a run. */
export const listResults = tool({
  name: 'list_results',
  title: 'List requests of a run',
  description: 'Lists the replayed requests of a run with their result, status, and kinds of difference.',
  power: 'read',
  input: z.strictObject({
    planId: PlanId,
    state: z.enum(['PASSED', 'FAILED', 'NO_RESULT']).optional().describe('Only requests with this result.'),
    operation: Operation.optional().describe('Only requests of this endpoint.'),
    kind: Kind.optional().describe('Only requests with a difference of this kind.'),
    limit: limitOf(20, 100),
    cursor: Cursor,
  }),
  answer: async ({ planId, state, operation, kind, limit, cursor }, { session }) => {
    const filter = { limit, ...(state && { state }), ...(operation && { operation }), ...(kind && { kind }) };
    const params = { path: { planId }, query: { ...filter, ...(cursor && { cursor }) } };
    const { items, nextCursor } = await responseData(session.client.GET('/api/replays/{planId}/cases', { params }));
    const requests = items.map((one) => ({
      planItemId: one.planItemId,
      state: one.state,
      request: one.path === null ? one.operation : `${one.method ?? ''} ${one.path}`.trim(),
      operation: one.operation,
      kinds: one.kinds,
      status: one.status,
      marked: one.marked,
    }));
    return { requests, nextCursor };
  },
});
