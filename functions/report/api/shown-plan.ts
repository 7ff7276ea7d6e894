import * as v from 'valibot';
import { RoundSecondAnswers } from '../../noise/domain/noise-facts.ts';
import { Count, Share, Time } from '../../platform/http/documents/shown-schemas.ts';
import { ShownCounts } from '../../replay/api/parts/shown-counts.ts';
import { CallsState } from '../../replay/domain/calls/result-calls.ts';
import { RunHint } from '../../replay/domain/hint.ts';
import { RunOrder } from '../../replay/domain/order/run-order.ts';
import { CaseOrder, ReplayPlan } from '../../replay/domain/plan.ts';
import { FindingsPending, ShownFindings } from './findings-doc.ts';

/** A plan as answers show it (interface 10); never its passThreshold (spec 2.1). */
export const ShownPlan = v.object({
  ...v.pick(ReplayPlan, ['planId', 'appId', 'planName', 'operator', 'targetEnv']).entries,
  title: v.pipe(
    v.string(),
    v.description(
      'Name of the run: its planName, or else the title of its commit (attribute `vcs.change.title`), branch and commit, its build, or `Run 42 of shop`.',
    ),
  ),
  branch: v.pipe(v.nullable(v.string()), v.description('Attribute `vcs.ref.head.name` of its trigger.')),
  commit: v.pipe(v.nullable(v.string()), v.description('Attribute `vcs.ref.head.revision` of its trigger.')),
  scheduleId: v.pipe(v.nullable(v.string()), v.description('The schedule that started it.')),
  operations: v.nullable(v.array(v.string())),
  caseSource: ReplayPlan.entries.caseSource,
  caseSourceFrom: Time,
  caseSourceTo: Time,
  caseCountLimit: Count,
  caseSelection: CaseOrder,
  ...v.pick(ReplayPlan, ['caseTags', 'enableMock', 'load', 'pace', 'latencyLimit', 'status']).entries,
  round: Count,
  createdAt: Time,
  reportUrl: v.string(),
});
export type ShownPlan = v.InferOutput<typeof ShownPlan>;

/** A plan as lists show it, with the result of its latest round as it settled. */
export const ListedPlan = v.object({
  ...ShownPlan.entries,
  state: v.pipe(v.string(), v.description('findings.state when it settled; PENDING or RUNNING before.')),
  passRate: v.nullable(Share),
  needsAction: v.pipe(v.nullable(Count), v.description('Findings that need action, when it settled.')),
  toReview: v.pipe(v.nullable(Count), v.description('Findings to review, when it settled.')),
  startedAt: v.nullable(Time),
  settledAt: v.nullable(Time),
});
export type ListedPlan = v.InferOutput<typeof ListedPlan>;

/** How the latest round of a plan stands. */
export const ShownRound = v.object({
  requests: v.nullable(Count),
  shapes: v.nullable(v.object({ covered: Count, of: Count })),
  sessions: v.nullable(v.object({ total: Count, completed: Count, cut: Count, preparation: Count })),
  order: v.nullable(RunOrder),
  startedAt: v.nullable(Time),
  finishedAt: v.nullable(Time),
  settledAt: v.nullable(Time),
  ...ShownCounts.entries,
  errorMessage: v.nullable(v.string()),
});
export type ShownRound = v.InferOutput<typeof ShownRound>;

/** What a round waits for after its last request, and why. */
const ShownSettling = v.object({
  stage: v.picklist(['NOISE_REDUCTION', 'WAIT']),
  until: v.nullable(Time),
  reason: v.string(),
});

/** A proven cause of failures, and the setting of the application that fixes it. */
const ShownHint = v.object({
  ...v.pick(RunHint, ['code', 'setting']).entries,
  /** Endpoints by path and requests concerned; the least there are if `isAtLeast`. */
  interfaces: Count,
  endpoints: v.pipe(Count, v.description('Endpoints concerned, as method and path.')),
  requests: Count,
  isAtLeast: v.boolean(),
  cause: v.pipe(v.optional(v.string()), v.description('Why connections to the target failed; NOT_REACHED only.')),
  leftOut: v.pipe(
    v.optional(v.array(v.string())),
    v.description('Fixed headers that were not sent, then `login` for the login step; SAVED_FOR_OTHER_TARGETS only.'),
  ),
  /** When the last recorded credential expired; CREDENTIALS_EXPIRED only. */
  expiredAt: v.nullable(Time),
  message: v.string(),
  settingUrl: v.string(),
});

/** The downstream calls of a settled round. */
const ShownRunCalls = v.object({
  state: CallsState,
  requests: v.pipe(
    v.object({ answered: Count, real: Count, mixed: Count, notAsked: Count }),
    v.description('Requests by how their calls were made. Requests without calls are not counted.'),
  ),
  answered: v.pipe(Count, v.description('Calls with a recorded response.')),
  real: v.pipe(Count, v.description('Calls that were sent to their targets.')),
  byDefault: v.pipe(Count, v.description('Calls that got the default response of their target.')),
  unanswered: v.pipe(Count, v.description('Calls that failed for lack of any response.')),
  mockMisses: v.pipe(Count, v.description('Calls without a recorded response, although mocking was on.')),
});

/** A plan with its latest round. */
export const PlanWithRound = v.object({
  ...ShownPlan.entries,
  ...ShownRound.entries,
  settling: v.nullable(ShownSettling),
  findings: v.nullable(ShownFindings),
  findingsPending: FindingsPending,
  rulesPending: v.boolean(),
  hints: v.array(ShownHint),
  calls: v.nullable(ShownRunCalls),
  secondAnswers: v.pipe(
    v.nullable(RoundSecondAnswers),
    v.description(
      'How many failing requests noise reduction sent again, and how many have no second response, by reason (`GET /api/replays/{planId}/noise`). null before noise was reduced.',
    ),
  ),
  headers: v.pipe(
    v.object({ compared: v.array(v.string()), ignored: v.array(v.string()) }),
    v.description(
      'Response headers that are compared today, and those of them that rules for every endpoint ignore. `*` stands for the rest of a name.',
    ),
  ),
});
export type PlanWithRound = v.InferOutput<typeof PlanWithRound>;
