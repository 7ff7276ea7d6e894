import * as z from 'zod';
import type { Paths } from '../../client/paths.ts';
import { namedFinding } from './expected-input.ts';
import { FindingName, Note, PlanId, PlanItemId } from './fields.ts';

type Body = Paths['/api/replays/{planId}/accept']['post']['requestBody']['content']['application/json'];

/** What of a run becomes the recording. */
export const AcceptInput = z
  .strictObject({
    planId: PlanId,
    finding: FindingName.optional(),
    requests: z.array(PlanItemId).min(1).max(200).optional().describe('Instead of a finding: requests of the run.'),
    expected: z.literal(true).optional().describe('Instead of both: everything that is expected.'),
    note: Note,
    after: z.int().min(0).optional().describe('Continue: next of the previous response.'),
  })
  .refine((input) => [input.finding, input.requests, input.expected].filter((one) => one !== undefined).length === 1, {
    path: ['finding'],
    message: 'give one of finding, requests and expected',
  });

/** The request that the input describes. */
export const acceptBody = ({ finding, requests, expected, note, after }: z.infer<typeof AcceptInput>): Body => ({
  ...(finding && { finding: namedFinding(finding) }),
  ...(requests && { requests }),
  ...(expected && { expected }),
  ...(note !== undefined && { note }),
  ...(after !== undefined && { after }),
});
