import * as z from 'zod';
import { checkApplication } from '../../checks/known-application.ts';
import { responseData } from '../../unwrap-response.ts';
import { AppId, Cursor, limitOf } from '../fields.ts';
import { RunState } from '../run-state.ts';
import { tool } from '../tool.ts';

/** Lists runs, newest first. */
export const listRuns = tool({
  name: 'list_runs',
  title: 'List runs',
  description: 'Lists runs, newest first, with their state, branch, commit and number of findings.',
  power: 'read',
  input: z.strictObject({
    appId: AppId.optional(),
    branch: z.string().min(1).optional().describe('Only runs of this branch.'),
    state: RunState.optional().describe('Only runs in this state.'),
    limit: limitOf(10, 50),
    cursor: Cursor,
  }),
  answer: async ({ appId, branch, state, limit, cursor }, { session }) => {
    const query = { limit, ...(appId && { appId }), ...(branch && { branch }), ...(state && { state }) };
    const params = { query: { ...query, ...(cursor && { cursor }) } };
    const { items, nextCursor } = await responseData(session.client.GET('/api/replays', { params }));
    if (items.length === 0 && appId !== undefined) await checkApplication(session, appId);
    const runs = items.map((run) => ({
      planId: run.planId,
      appId: run.appId,
      title: run.title,
      state: run.state,
      branch: run.branch,
      commit: run.commit,
      targetEnv: run.targetEnv,
      createdAt: run.createdAt,
      passRate: run.passRate,
      needsAction: run.needsAction,
      toReview: run.toReview,
    }));
    return { runs, nextCursor };
  },
});
