import type { SendingServices } from '../composition.ts';
import { whySentToBoth } from '../domain/baseline/why-sent-to-both.ts';
import { isAnsweredByMocks } from '../domain/calls/answered-by-mocks.ts';
import type { ReplayPlan } from '../domain/plan.ts';
import type { Chunk } from '../domain/results/chunk.ts';
import { LEFT_OUT } from '../domain/results/clusters.ts';
import type { LoginServices } from '../service/sending/login-exchange.ts';
import { type RoundSending, roundSending } from '../service/sending/round-sending.ts';
import type { LoginCase } from '../service/sending/session-login.ts';
import { bothWriter } from './both-writer.ts';
import { buildSender, type SentToBuild } from './build-sender.ts';
import type { BuildValues } from './build-values.ts';
import type { SendingCase } from './outcome-writer.ts';
import { secondSender } from './second-sending.ts';
import type { SentCase } from './sent-case.ts';
import type { SentOutcomes } from './sent-outcomes.ts';

/** A case before it is sent to both builds. */
interface CaseForBoth extends Omit<SendingCase, 'mapping'> {
  turn: LoginCase['turn'];
  values: BuildValues | null;
}

/** The round that is sent to both builds; `beside`: its plan with the running build as target. */
interface BothRound {
  plan: ReplayPlan;
  beside: ReplayPlan;
  round: number;
  chunk: Chunk;
  sending: RoundSending;
  outcomes: SentOutcomes;
}

type Services = LoginServices & { signal: AbortSignal } & Pick<
    SendingServices,
    'secondSendings' | 'rules' | 'targets' | 'sealedSettings' | 'recordingKeys' | 'elapsed'
  >;

/**
 * Creates the function that sends a case to the running build and to the target, and stores how their responses differ;
 * null if it is left out. Each build has its own values, login and downstream calls. A read without calls goes to both
 * side by side, so that neither finds data that the other has warmed up.
 */
export async function bothSender(
  { plan, beside, round, chunk, sending, outcomes }: BothRound,
  services: Services,
): Promise<(one: CaseForBoth) => Promise<SentCase | null | 'stopped'>> {
  const besideSending = await roundSending(beside, round, services);
  const toBaseline = buildSender(beside, besideSending);
  const toTarget = buildSender(plan, sending);
  const sendAgain = secondSender(plan, round, chunk, besideSending, services);
  const write = bothWriter(plan, outcomes, sending, services);

  /** Null: the case is left out. */
  async function answers(
    given: CaseForBoth,
    via: Pick<SendingServices['http'], 'use'>,
  ): Promise<Answers | 'stopped' | null> {
    const { request, calls, recorded } = given.one;
    const why = whySentToBoth({ request, recorded, calls, enableMock: plan.enableMock }, sending.settings.replay);
    if (why === null) return null;
    const one = { ...given, via };
    const ofBaseline = () => toBaseline(one, one.values?.baseline);
    const ofTarget = () => toTarget(one, one.values?.target);
    const isSideBySide = why === 'safe' && calls.length === 0 && !plan.isSingle;
    const sentToBoth = why === 'safe' ? undefined : why;
    if (isSideBySide) return answersOf(await bothOf(ofBaseline(), ofTarget()), sentToBoth);
    const baseline = await ofBaseline();
    if (baseline === 'stopped') return baseline;
    if (why === 'mocks' && !isAnsweredByMocks(baseline.counts)) return null;
    return answersOf([baseline, await ofTarget()], sentToBoth);
  }

  async function sent(
    one: CaseForBoth,
    via: Pick<SendingServices['http'], 'use'>,
  ): Promise<SentCase | null | 'stopped'> {
    const found = await answers(one, via);
    if (found === 'stopped') return found;
    const {
      planned,
      one: { calls },
    } = one;
    if (found === null) {
      await outcomes.addWithoutResult(planned, LEFT_OUT);
      return null;
    }
    const { request, about, counts } = found.baseline;
    const written = await write(one, found);
    if (written.result !== null) await sendAgain?.({ planned, request, about, head: written.result, calls, counts });
    return written.sent;
  }

  return async function sendBoth(one) {
    await one.values?.baseline?.next(one.planned.item);
    // Both responses are in memory until they are compared.
    const together = await services.http.together();
    try {
      return await sent(one, together);
    } finally {
      together.release();
    }
  };
}

/** What both builds answered. */
type Answers = Parameters<ReturnType<typeof bothWriter>>[1];

const answersOf = (
  [baseline, target]: readonly [SentToBuild | 'stopped', SentToBuild | 'stopped'],
  sentToBoth: Answers['sentToBoth'],
): Answers | 'stopped' =>
  baseline === 'stopped' || target === 'stopped' ? 'stopped' : { baseline, target, ...(sentToBoth && { sentToBoth }) };

/** Waits for both, also where one fails: nothing is under way after it. Throws the first fault. */
async function bothOf<T>(first: Promise<T>, second: Promise<T>): Promise<[T, T]> {
  await Promise.allSettled([first, second]);
  return Promise.all([first, second]);
}
