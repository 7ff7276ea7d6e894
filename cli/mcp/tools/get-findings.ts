import * as z from 'zod';
import { entriesOf, settledFindings } from '../../../functions/report/domain/export/exported-run.ts';
import { acceptedData } from '../../unwrap-response.ts';
import { evidenceOf } from '../evidence.ts';
import { Kind, limitOf, Operation, PlanId } from '../fields.ts';
import { tool } from '../tool.ts';

/** Lists the findings of a run, each with one request that shows it. */
export const getFindings = tool({
  name: 'get_findings',
  title: 'List findings with evidence',
  description:
    'Lists what changed in a completed run, most affected requests first. Each finding has one request as evidence: its id for get_difference, and the recorded and replayed values that differ.',
  power: 'read',
  input: z.strictObject({
    planId: PlanId,
    group: z.enum(['needsAction', 'toReview']).optional().describe('Only findings of this group.'),
    kind: Kind.optional().describe('Only findings of this kind.'),
    operation: Operation.optional().describe('Only findings at this endpoint.'),
    offset: z.int().min(0).default(0).describe('How many findings to pass over.'),
    limit: limitOf(5, 20),
  }),
  answer: async ({ planId, group, kind, operation, offset, limit }, { session }) => {
    const params = { path: { planId } };
    const run = await acceptedData(session.client.GET('/openapi/v1/replay-runs/{planId}', { params }));
    const findings = settledFindings(run);
    if (findings === null) return { planId, status: run.status, next: 'Call get_run until the run has completed.' };
    const chosen = entriesOf(findings).filter(
      (one) =>
        (group === undefined || one.group === group) &&
        (kind === undefined || one.entry.kind === kind) &&
        (operation === undefined || one.entry.interfaces.some(({ operationName }) => operationName === operation)),
    );
    const shown = [];
    for (const one of chosen.slice(offset, offset + limit)) {
      const { kind: found, subjects, interfaces, affectedRequests, likelyNoise } = one.entry;
      shown.push({
        group: one.group,
        kind: found,
        subjects,
        affectedRequests,
        ...(likelyNoise && { likelyNoise }),
        endpoints: interfaces.map(({ operationName, methods }) => ({ operation: operationName, methods })),
        evidence: await evidenceOf(session, planId, one.entry, operation),
      });
    }
    return { planId, state: findings.state, findings: shown, more: Math.max(0, chosen.length - offset - limit) };
  },
});
