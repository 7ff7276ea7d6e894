import * as z from 'zod';
import type { Paths } from '../../client/paths.ts';
import { AppId, FindingName, Note, PlanId, PlanItemId } from './fields.ts';

type Body = Paths['/api/apps/{appId}/expectations']['post']['requestBody']['content']['application/json'];

/** What is expected: a finding of a run, or what some of its requests show. */
export const ExpectedInput = z
  .strictObject({
    appId: AppId,
    planId: PlanId,
    finding: FindingName.optional(),
    requests: z.array(PlanItemId).min(1).max(200).optional().describe('Instead of a finding: requests of the run.'),
    change: z.enum(['exact', 'any']).default('exact').describe('exact: the values of this run. any: every value.'),
    note: Note,
  })
  .refine(({ finding, requests }) => (finding === undefined) !== (requests === undefined), {
    path: ['finding'],
    message: 'give either finding or requests',
  });

/** The request that the input describes. */
export const expectedBody = ({ planId, finding, requests, change, note }: z.infer<typeof ExpectedInput>): Body => ({
  planId,
  change,
  ...(note !== undefined && { note }),
  ...(finding && { finding: namedFinding(finding) }),
  ...(requests && { requests }),
});

/** A finding without members that are not given. */
export const namedFinding = ({ kind, subject, operations }: z.infer<typeof FindingName>) => ({
  kind,
  subject,
  ...(operations && { operations }),
});
