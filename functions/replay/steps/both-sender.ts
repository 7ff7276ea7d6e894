import type { SendingServices } from '../composition.ts';
import { whyLeftOut } from '../domain/baseline/why-left-out.ts';
import { SAFE_METHODS } from '../domain/can-resend.ts';
import type { ReplayPlan } from '../domain/plan.ts';
import { LEFT_OUT } from '../domain/results/clusters.ts';
import type { LoginServices } from '../service/sending/login-sender.ts';
import { type RoundSending, roundSending } from '../service/sending/round-sending.ts';
import type { LoginCase } from '../service/sending/session-login.ts';
import { bothWriter } from './both-writer.ts';
import { buildSender, type SentToBuild } from './build-sender.ts';
import type { BuildValues } from './build-values.ts';
import type { SendingCase } from './outcome-writer.ts';
import type { SentFirst } from './second-sending.ts';
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
  sending: RoundSending;
  outcomes: SentOutcomes;
  sendAgain: ((first: SentFirst) => Promise<void>) | null;
}

type Services = LoginServices &
  Pick<SendingServices, 'rules' | 'targets' | 'sealedSettings' | 'recordingKeys' | 'elapsed'>;

/**
 * Creates the function that sends a case to the running build and to the target, and stores how their responses differ. Each
 * build has its own values, login and downstream calls. A read without calls goes to both side by side, so that neither finds
 * data that the other has warmed up.
 */
export async function bothSender(
  { plan, beside, round, sending, outcomes, sendAgain }: BothRound,
  services: Services,
): Promise<(one: CaseForBoth) => Promise<SentCase | 'stopped'>> {
  const toBaseline = buildSender(beside, await roundSending(beside, round, services));
  const toTarget = buildSender(plan, sending);
  const write = bothWriter(plan, outcomes, sending, services);

  async function leaveOut({ planned }: CaseForBoth): Promise<SentCase> {
    await outcomes.addWithoutResult(planned, LEFT_OUT);
    return { kind: 'response', slowsDown: false, isFailing: false };
  }

  /** Null: the case is left out. */
  async function answers(one: CaseForBoth): Promise<[SentToBuild, SentToBuild] | 'stopped' | null> {
    const { request, calls, recorded } = one.one;
    const rule = whyLeftOut({ request, recorded, calls, enableMock: plan.enableMock }, sending.settings.replay);
    if (rule === 'left out') return null;
    const isSideBySide = SAFE_METHODS.has(request.method) && calls.length === 0 && !plan.isSingle;
    const second = isSideBySide ? toTarget(one, one.values?.target) : null;
    // Waited for below: a fault of it must not be unhandled before.
    second?.catch(() => undefined);
    const baseline = await toBaseline(one, one.values?.baseline);
    if (baseline === 'stopped') {
      await second;
      return baseline;
    }
    if (rule === 'needs mocks' && !baseline.isAnsweredByMocks) return null;
    const target = await (second ?? toTarget(one, one.values?.target));
    return target === 'stopped' ? target : [baseline, target];
  }

  return async function sendBoth(one) {
    await one.values?.baseline?.next(one.planned.item);
    const found = await answers(one);
    if (found === 'stopped') return found;
    if (found === null) return leaveOut(one);
    const [baseline, target] = found;
    const { result, sent } = await write(one, { baseline, target });
    const {
      planned,
      one: { calls },
    } = one;
    if (result !== null)
      await sendAgain?.({ planned, request: target.request, about: target.about, head: result, calls });
    return sent;
  };
}
