import * as z from 'zod';
import { PlanItemId } from '../fields.ts';
import { readResult } from '../read-result.ts';
import { shownCall } from '../shown-call.ts';
import { tool } from '../tool.ts';

/** Shows what differs in one request. */
export const getDifference = tool({
  name: 'get_difference',
  title: 'Read the difference of one request',
  description:
    'Reads one replayed request: every difference with its path and both values, and downstream calls that differ. With bodies: also both responses as a whole.',
  power: 'read',
  input: z.strictObject({
    planItemId: PlanItemId,
    bodies: z.boolean().default(false).describe('Also headers and bodies of the request and both responses.'),
  }),
  answer: async ({ planItemId, bodies }, { session }) => {
    const result = await readResult(session, planItemId);
    const { request, recorded, replayed, differences } = result;
    return {
      planItemId,
      state: result.state,
      marked: result.marked,
      request: request === null ? result.operation : `${request.method} ${request.path}`,
      status: result.status,
      durationMs: result.durationMs,
      traceId: result.traceId,
      caseId: result.caseId,
      differences: differences.map(({ subject: _, ...one }) => one),
      calls: result.calls.filter(({ state }) => state !== 'SAME').map(shownCall),
      ...(bodies && { sides: { request, recorded, replayed } }),
    };
  },
});
