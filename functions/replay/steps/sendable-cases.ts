import { rulesCompiler } from '../../compare/domain/rules/rules-compiler.ts';
import type { OutboundOutcome } from '../../platform/outbound/outbound.ts';
import { MIN_POOLED_BYTES } from '../../platform/values/job.ts';
import type { StoredValue } from '../../platform/values/stored-json.ts';
import type { CasePayload } from '../../recordings/domain/recorded-case.ts';
import { comparablePayload } from '../../recordings/domain/sealed/comparable-payload.ts';
import type { Secret } from '../../recordings/domain/sealed/found-credentials.ts';
import type { SendingServices } from '../composition.ts';
import type { CaseMapping } from '../domain/results/case-mapping.ts';
import type { PlannedCase } from '../domain/results/chunk.ts';
import {
  type ComparedSentCase,
  compareSentCase,
  compareSentCaseJob,
  type NoticedFacts,
} from '../domain/results/sent-case.ts';
import { withAllNoted } from '../domain/values/note-case.ts';
import type { SessionValues } from '../domain/values/session-values.ts';
import type { RoundSending } from '../service/sending/round-sending.ts';
import { casePayloadOf } from './case-payload-of.ts';
import type { ComparableCase } from './cases-ahead.ts';

/** What comparing a case depends on that is known only when it has been sent. */
interface SentFacts {
  mapping: CaseMapping | null;
  noticed: NoticedFacts;
  secrets: readonly Secret[];
}

type Compared = (ComparedSentCase & { values?: SessionValues | null }) | null | 'over budget';

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
    };
  }

  async function compareLarge(
    { caseId, operation }: PlannedCase,
    stored: StoredValue,
    replayed: OutboundOutcome,
    facts: SentFacts,
  ): Promise<Compared> {
    if (facts.mapping !== null) withAllNoted(facts.mapping.values);
    const { body = NO_BYTES, ...head } = replayed.kind === 'response' ? replayed : { ...replayed, body: NO_BYTES };
    const compared = await work.run(
      compareSentCaseJob,
      async () => ({ caseId, stored: await stored.bytes(), body, head, operation, ...underWhat, ...facts }),
      { bytes: stored.size + body.byteLength },
    );
    if (!compared.ok) return 'over budget';
    if (compared.value === null) return null;
    const { outcome, calls, mapped, shared, version, values, ...payload } = compared.value;
    return { outcome, calls, mapped, shared, version, values, payload };
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

const NO_BYTES = new Uint8Array();

const bodyBytes = (outcome: OutboundOutcome): number => (outcome.kind === 'response' ? outcome.body.byteLength : 0);
