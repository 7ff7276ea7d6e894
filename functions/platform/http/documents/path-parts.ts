import * as v from 'valibot';
import type { ParameterDocs } from './endpoint-doc.ts';

/** Ids in the examples: a shop whose orders are replayed. */
export const EXAMPLE = {
  appId: 'shop',
  operation: '/orders/{id}',
  planId: '6a0f3c40a1b2c3d4e5f60718',
  planItemId: '6a0f3c40a1b2c3d4e5f60718:0',
  replayId: '0f1e2d3c4b5a69788796a5b4',
  caseId: 'case-1',
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  ruleId: '7b1d2c3e4f5061728394a5b6',
  channelId: '1c2d3e4f5a6b7c8d',
  suggestionId: '9f8e7d6c5b4a39281706f5e4',
  keyId: 'c0ffee0011223344',
  badgeId: 'badce0ffee112233',
  userName: 'ada@shop.test',
  time: '2026-11-20T12:00:00.000Z',
  targetEnv: 'http://shop-under-test.internal:8080',
} as const;

const text = v.string();

/** Parts of paths with the same meaning everywhere. */
export const PATH_PARTS: ParameterDocs = {
  planId: { schema: text, description: 'Id of a run: 24 hex digits.', example: EXAMPLE.planId },
  planItemId: {
    schema: text,
    description: 'Id of one request of the run: `<planId>:<n>`.',
    example: EXAMPLE.planItemId,
  },
  replayId: {
    schema: text,
    description: 'Id of a request in progress: `x-replay-id`.',
    example: EXAMPLE.replayId,
  },
  appId: { schema: text, description: 'Id of an application.', example: EXAMPLE.appId },
  caseId: { schema: text, description: 'Id of a recorded case.', example: EXAMPLE.caseId },
  badge: { schema: text, description: 'Id of an application, followed by `.svg`.', example: `${EXAMPLE.appId}.svg` },
  badgeId: { schema: text, description: 'Id of a badge: 16 hex digits.', example: EXAMPLE.badgeId },
  ruleId: { schema: text, description: 'Id of a rule.', example: EXAMPLE.ruleId },
  userName: { schema: text, description: 'The email address of a user.', example: EXAMPLE.userName },
  expectationId: { schema: text, description: 'Id of an expectation.', example: EXAMPLE.ruleId },
};
