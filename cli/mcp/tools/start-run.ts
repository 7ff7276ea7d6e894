import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { ReplayTrigger } from '../../../client/paths.ts';
import { CliFailure } from '../../cli-failure.ts';
import { acceptedData } from '../../unwrap-response.ts';
import { AppId, Operation, PlanId } from '../fields.ts';
import { tool } from '../tool.ts';
import { waitForRun } from '../wait-for-run.ts';

const Address = z
  .string()
  .regex(/^https?:\/\//, 'must be an http:// or https:// address')
  .describe('Address of the build under test. Only targets that an administrator allowed get credentials.');

/** Starts a run and waits for it, for a bounded time. */
export const startRun = tool({
  name: 'start_run',
  title: 'Start a run and wait',
  description:
    'Sends recorded requests to a build and waits until findings are there, at most waitSeconds. Reports progress. A run that takes longer continues: call get_run, or start_run with its planId, to wait on.',
  power: 'runs',
  input: z
    .strictObject({
      appId: AppId.optional(),
      targetEnv: Address.optional(),
      planId: PlanId.optional().describe('Wait for this run, and start none.'),
      operations: z.array(Operation).min(1).optional().describe('Only these endpoints. Default: all.'),
      caseCountLimit: z.int().min(1).optional().describe('Maximum recordings of each endpoint.'),
      caseSource: z.enum(['rolling', 'pinned']).optional().describe('Which recordings. Default: rolling.'),
      withoutCredentials: z.boolean().default(false).describe('Send [redacted] in place of recorded credentials.'),
      attributes: z
        .record(z.string(), z.string())
        .optional()
        .describe('Names of the build, such as vcs.ref.head.name and vcs.ref.head.revision.'),
      waitSeconds: z.int().min(0).max(600).default(50).describe('How long to wait for the run.'),
    })
    .refine(({ planId, appId }) => planId !== undefined || appId !== undefined, {
      path: ['appId'],
      message: 'is required to start a run',
    })
    .refine(({ planId, targetEnv }) => planId !== undefined || targetEnv !== undefined, {
      path: ['targetEnv'],
      message: 'is required to start a run',
    }),
  answer: async ({ planId, waitSeconds, appId = '', targetEnv = '', ...more }, call) => {
    if (planId !== undefined) return waitForRun(call, planId, waitSeconds);
    const body: ReplayTrigger = {
      appId,
      targetEnv,
      ...(more.operations && { operations: more.operations }),
      ...(more.caseCountLimit && { caseCountLimit: more.caseCountLimit }),
      ...(more.caseSource && { caseSource: more.caseSource }),
      ...(more.withoutCredentials && { credentials: 'none' as const }),
      ...(more.attributes && { attributes: more.attributes }),
    };
    const params = { header: { 'idempotency-key': randomUUID() } };
    const started = await acceptedData(call.session.client.POST('/openapi/v1/replay-triggers', { params, body }));
    if (!started.planId) throw new CliFailure('NO_PLAN', 'the service answered without a planId');
    return waitForRun(call, started.planId, waitSeconds);
  },
});
