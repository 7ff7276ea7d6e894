import { rulesCompiler } from '../../compare/domain/rules/rules-compiler.ts';
import type { OutboundOutcome } from '../../platform/outbound/outbound.ts';
import { MIN_POOLED_BYTES } from '../../platform/values/job.ts';
import type { StoredValue } from '../../platform/values/stored-json.ts';
import type { CasePayload } from '../../recordings/domain/recorded-case.ts';
import { comparablePayload } from '../../recordings/domain/sealed/comparable-payload.ts';
import type { SendingServices } from '../composition.ts';
import { compareBoth } from '../domain/baseline/compare-both.ts';
import type { PlannedCase } from '../domain/results/chunk.ts';
import { compareSentCase } from '../domain/results/sent-case.ts';
import type { RoundSending } from '../service/sending/round-sending.ts';
import { casePayloadOf } from './case-payload-of.ts';
import type { ComparableCase } from './cases-ahead.ts';
import { type BothSides, type ComparedSides, largeBoth } from './large/large-both.ts';
import { type Compared, largeCase, type SentFacts } from './large/large-case.ts';

/** What is sent of a case, and how its outcome is compared. */
export type SendableCase = NonNullable<Awaited<ReturnType<ReturnType<typeof sendableCases>['sendable']>>>;

/** Reads cases to send; large ones in the worker pool, and again when they are compared. */
export function sendableCases(
  sending: Pick<RoundSending, 'currentRules' | 'sealer' | 'keys' | 'credentialSettings' | 'sendable'>,
  { work }: Pick<SendingServices, 'work'>,
) {
  const { currentRules, sealer, keys, credentialSettings } = sending;
  const underWhat = { rules: currentRules, settings: credentialSettings, keys };
  const rulesOf = rulesCompiler(currentRules);
  const compareLarge = largeCase(underWhat, work);
  const compareLargeBoth = largeBoth(underWhat, work);

  /** A stored case as it is compared; null for bytes that are not a case. */
  function comparableOf(caseId: string, bytes: Uint8Array): ComparableCase | null {
    const payload = casePayloadOf(bytes);
    if (payload === null) return null;
    const comparable = comparablePayload(payload, caseId, credentialSettings, sealer);
    return { ...comparable, bytes: comparable.payload === payload ? bytes : null };
  }

  /** The request of a case, and how its outcome is compared; undefined if its recording has expired. */
  async function sendable(planned: PlannedCase, stored: StoredValue, ahead: ComparableCase | undefined) {
    const { caseId } = planned;
    if (stored.size < MIN_POOLED_BYTES) {
      const bytes = ahead ? undefined : await stored.bytes();
      const comparable = ahead ?? (bytes && comparableOf(caseId, bytes));
      return comparable ? smallCase(planned, stored, comparable) : undefined;
    }
    // Without its request nothing can be sent: the case ends without an outcome.
    const read = await sending.sendable(caseId, stored);
    if (read === null) return undefined;
    return {
      ...read,
      recorded: null,
      compare: (replayed: OutboundOutcome, facts: SentFacts) => compareLarge(planned, stored, replayed, facts),
      compareBoth: (both: BothSides) => compareLargeBoth(planned, stored, both),
    };
  }

  function smallCase(planned: PlannedCase, stored: StoredValue, { payload, settings, bytes }: ComparableCase) {
    const { operation } = planned;
    const { request, response, calls }: CasePayload = payload;
    const sent = { ...recordedIn(payload), operation, stored: bytes, settings };
    return {
      request,
      calls,
      recorded: response,
      compare: async (replayed: OutboundOutcome, facts: SentFacts): Promise<Compared> =>
        bodyBytes(replayed) < MIN_POOLED_BYTES
          ? compareSentCase({ ...sent, replayed, ...facts }, rulesOf(operation), sealer)
          : compareLarge(planned, stored, replayed, facts),
      compareBoth: async (both: BothSides): Promise<ComparedSides> =>
        bodyBytes(both.baseline.outcome) + bodyBytes(both.target.outcome) < MIN_POOLED_BYTES
          ? compareBoth({ ...sent, ...both }, rulesOf(operation), sealer)
          : compareLargeBoth(planned, stored, both),
    };
  }

  return { comparableOf, sendable };
}

/** What a response and its calls are compared with. */
const recordedIn = ({ request, response, calls, acceptedVersion }: CasePayload) => ({
  request,
  recorded: response,
  recordedCalls: calls,
  acceptedVersion,
});

const bodyBytes = (outcome: OutboundOutcome): number => (outcome.kind === 'response' ? outcome.body.byteLength : 0);
