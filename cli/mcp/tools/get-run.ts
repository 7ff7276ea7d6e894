import * as z from 'zod';
import { acceptedData } from '../../unwrap-response.ts';
import { PlanId } from '../fields.ts';
import { shownRun } from '../shown-run.ts';
import { tool } from '../tool.ts';

/** Reads a run by the rules of today. */
export const getRun = tool({
  name: 'get_run',
  title: 'Read a run',
  description:
    'Reads a run: how far it is, its state and what that means, numbers of requests and findings, and hints on causes with the setting that fixes each.',
  power: 'read',
  input: z.strictObject({ planId: PlanId }),
  answer: async ({ planId }, { session }) => {
    const params = { path: { planId } };
    const run = await acceptedData(session.client.GET('/openapi/v1/replay-runs/{planId}', { params }));
    return shownRun(session, planId, run);
  },
});
