import type { ChannelKind, ChannelType } from '../../../functions/notifications/domain/channel-kind.ts';
import type { DeliveryMessage } from '../../../functions/notifications/domain/delivery.ts';
import type { NotificationFacts } from '../../../functions/notifications/domain/notification-facts.ts';
import { handleMessage } from '../../../functions/notifications/service/handle-message.ts';
import type { NotifiedChannel, NotifierServices } from '../../../functions/notifications/service/notifier-services.ts';
import { receiverLimiter } from '../../../functions/notifications/service/receiver-limiter.ts';
import { serialQueue } from '../../../functions/notifications/service/serial-queue.ts';
import { deliveryStore } from '../../../functions/notifications/store/deliveries.ts';
import type { ReceiverOutcome, ReceiverPost } from '../../../functions/platform/outbound/receiver-outcome.ts';
import { tableQueue } from '../../../functions/platform/standalone/queue.ts';
import { openTable } from '../../../functions/platform/standalone/table.ts';
import { rateWindows } from '../../../functions/platform/table/rate-windows.ts';
import type { Blobs, Log } from '../../../functions/platform/world.ts';
import type { ReplayPlan, ReplayRound } from '../../../functions/replay/domain/plan.ts';

export const START = Date.parse('2026-11-20T10:00:00Z');
export const PLAN = {
  planId: '6ab100010000000000000000',
  appId: 'shop',
  source: 'trigger',
  expiresAt: START + 86_400_000 * 90,
} as const;
/** A settled round, without members that no test reads. */
export const ROUND = { round: 1, result: { state: 'NEEDS_ACTION' } } as unknown as ReplayRound;

export interface FakeChannel extends NotifiedChannel {
  appIds: string[];
  onlyOnFailure: boolean;
}

export const channel = (id: string, type: ChannelType, change: Partial<FakeChannel> = {}): FakeChannel => ({
  id,
  type,
  enabled: true,
  addressKey: `key-${id}`,
  appIds: [],
  onlyOnFailure: false,
  ...change,
});

/** Behaviour of a receiver: an HTTP status, or a connection that fails before or after the request was sent. */
export type Answer = number | 'refuses' | 'resets' | ((url: string) => Promise<ReceiverOutcome>);

/** A channel kind with plain text in place of a vendor's format. */
const kind: ChannelKind = {
  sampleLanguage: 'en',
  content: (facts, { id, event, time }) => JSON.stringify({ id, event, time, planId: facts.planId }),
  post: (content, { url }, now) => ({ url, headers: [['x-signed-at', String(now)]], body: content }),
  interpret: ({ status }) => {
    if (status < 300) return { outcome: 'delivered' };
    if (status === 429) return { outcome: 'not-delivered', vendorCode: null };
    return { outcome: status < 500 ? 'refused' : 'ambiguous', vendorCode: null };
  },
  maxAnswerBytes: 0,
};

/** The notifier over a real table and queue in memory, with a clock that the test sets, and configurable receivers. */
export function notifierWorld(channels: FakeChannel[]) {
  /** `set`: what the wall clock was set by, while time continues. */
  const clock = { now: START, set: 0 };
  const now = () => clock.now + clock.set;
  const elapsed = () => clock.now;
  let ids = 0;
  const newId = () => (++ids).toString(16).padStart(8, '0').padEnd(32, '0');
  const table = openTable(':memory:', now);
  const queue = tableQueue({ table, now: elapsed, newId });
  const logged: Record<string, unknown>[] = [];
  const keep = (message: string, facts = {}) => void logged.push({ message, ...facts });
  const log: Log = { debug: keep, info: keep, warn: keep, error: keep };
  const posted: { at: number; url: string; body: string; headers: ReceiverPost['request']['headers'] }[] = [];
  const answers = new Map<string, Answer>();
  const plan = { state: 'there' as 'there' | 'gone' };
  const faults = { destination: false };

  async function post({ request, mayWrite }: ReceiverPost): Promise<ReceiverOutcome> {
    const answer = answers.get(request.url) ?? 204;
    if (answer === 'refuses') return { kind: 'no-answer', written: false, failure: 'refused', durationMs: 1 };
    if (!(await mayWrite())) return { kind: 'withdrawn', durationMs: 1 };
    posted.push({ at: clock.now, url: request.url, body: request.body, headers: request.headers });
    if (answer === 'resets') return { kind: 'no-answer', written: true, failure: 'reset', durationMs: 1 };
    if (typeof answer === 'function') return answer(request.url);
    return { kind: 'answer', answer: { status: answer, body: '', retryAfter: null }, durationMs: 1 };
  }

  // Contents are small, so no blob is ever written.
  const deliveries = deliveryStore(
    { table, queue, blobs: {} as Blobs, now, elapsed, newId, channels: { list: async () => channels } },
    'default',
  );
  const services: NotifierServices = {
    http: { post, send: unused, use: unused, together: async () => ({ use: unused, release: () => {} }) },

    log,
    now,
    newId,
    deliveries,
    rateWindows: rateWindows({ table, now, newId }),
    config: { publicUrl: 'http://service', aiLanguage: 'zh-CN' },

    codeRequests: { answer: unused },
    invitationAnswers: { answer: unused },
    channels: {
      find: async (wanted) => channels.find((one) => one.id === wanted),
      async destinationOf({ id: wanted }) {
        if (faults.destination) throw new Error('the key is gone');
        return { url: `http://${wanted}/`, secret: null };
      },
    },
    plans: {
      // Only the fake kind reads them, and it reads no more.
      find: async () => (plan.state === 'there' ? (PLAN as unknown as ReplayPlan) : undefined),
      findRound: async () => ROUND,
    },
    notificationFacts: { of: async ({ planId }) => ({ planId }) as NotificationFacts },
  };
  const host = {
    kinds: { alpha_bot: kind, beta_bot: kind, webhook: kind, slack: kind, teams: kind },
    limiter: receiverLimiter(),
    mutex: serialQueue(),
    queue,
    log,
    servicesOf: () => services,
  };

  /** Handles what is due, with this many copies of each message. */
  async function work(copies = 1): Promise<void> {
    for (;;) {
      const messages = await queue.receive({ visibilitySeconds: 60 });
      if (messages.length === 0) return;
      const all = messages.flatMap((message) => Array.from({ length: copies }, () => message));
      await Promise.all(all.map((message) => handleMessage(message, host, new AbortController().signal)));
    }
  }

  const id = (
    channelId: string,
    eventType: DeliveryMessage['eventType'] = 'completed',
    planId: string = PLAN.planId,
  ) => ({
    tenant: 'default',
    planId,
    round: 1,
    channelId,
    eventType,
  });

  return {
    clock,
    table,
    queue,
    deliveries,
    services,
    host,
    logged,
    posted,
    answers,
    plan,
    faults,
    work,
    id,
    stateOf: async (channelId: string, event: DeliveryMessage['eventType'] = 'completed') =>
      (await deliveries.latest(id(channelId, event)))?.state,
  };
}

async function unused(): Promise<never> {
  throw new Error('the notifier only posts');
}
