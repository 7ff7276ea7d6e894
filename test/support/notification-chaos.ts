import { join } from 'node:path';
import { CHANNEL_TYPES, type ChannelType } from '../../functions/notifications/domain/channel-kind.ts';
import { CHANNEL_TRAITS } from '../../functions/notifications/domain/channels/channel-traits.ts';
import { unfinishedDeliveries } from '../../functions/notifications/store/delivery-rows.ts';
import { openTable } from '../../functions/platform/standalone/table.ts';
import { duplicateMessages } from './duplicate-messages.ts';
import { type FakeReceivers, IS_TAKEN, openFakeReceivers, type ReceivedMessage } from './fakes/fake-receivers.ts';
import { json, openTarget, recordedGet } from './fakes/recorded-target.ts';
import { freePort } from './free-port.ts';
import { call, completed, type RunningService, startProcess, temporaryDataDir } from './running-service.ts';
import { random } from './test-random.ts';

export interface Chaos {
  /** Number of replays. Each notifies every channel. */
  replays: number;
  /** Channels of each type, each with a bot or hook of its own. */
  channels: Record<ChannelType, number>;
  /** Number of SIGKILLs, and the maximum number of messages that arrive between two. */
  kills: { count: number; within: number };
  /** Times that each queue message is delivered. */
  deliveries: number;
  /** Maximum wait for the last message after the last kill, in ms. */
  patienceMs: number;
  say?(text: string): void;
}

export interface ChaosOutcome {
  copiedMessages: number;
  bots: Tally;
  webhooks: Tally & {
    /** Notifications received more than once with more than one event id. */
    otherIds: number;
  };
  seconds: number;
}

interface Tally {
  notifications: number;
  /** Notifications that their receiver accepted more than once. */
  duplicates: number;
  /** Notifications that no receiver accepted. */
  lost: number;
}

const BOTS = CHANNEL_TYPES.filter((type) => CHANNEL_TRAITS[type].receiver === 'bot');

/**
 * Triggers replays that notify every channel, kills the service repeatedly in the meantime, and counts the received
 * notifications.
 */
export async function notificationChaos(chaos: Chaos): Promise<ChaosOutcome> {
  const say = chaos.say ?? (() => {});
  const began = Date.now();
  const receivers = await openFakeReceivers();
  const target = await openTarget((_, response) => json(response, { price: 2 }));
  const { dataDir, remove } = temporaryDataDir();
  const port = await freePort();
  const start = () => startProcess({ dataDir, port, env: { SVC_LOG_LEVEL: 'WARN' } });
  let service = await start();
  const copier = duplicateMessages(dataDir, chaos.deliveries - 1);
  try {
    const names = await openChannels(service, receivers, chaos);
    const apps = Array.from({ length: chaos.replays }, (_, index) => `app${index}`);
    await call(
      service.url,
      'POST',
      '/api/recorder/cases',
      apps.map((app) => recordedGet(app, '/a', { price: 1 })),
    );
    const planIds: string[] = [];
    for (const appId of apps) {
      const { body } = await call(service.url, 'POST', '/openapi/v1/replay-triggers', { appId, targetEnv: target.url });
      planIds.push(body.planId);
    }
    say(`${planIds.length} replays, ${names.length} channels`);

    for (let kill = 1; kill <= chaos.kills.count; kill++) {
      const all = names.length * planIds.length;
      const enough = Math.min(all, receivers.received.length + 1 + Math.floor(random() * chaos.kills.within));
      while (receivers.received.length < enough && arrived(receivers.received).size < all) await pause(10);
      await service.kill();
      service = await start();
      say(`${kill} kills, ${arrived(receivers.received).size} of ${names.length * planIds.length} arrived`);
    }
    for (const planId of planIds) await completed(service.url, planId);
    await settled(receivers, {
      copier,
      dataDir,
      expected: names.length * planIds.length,
      patienceMs: chaos.patienceMs,
      say,
    });

    const counts = arrived(receivers.received);
    const tally = (types: readonly ReceivedMessage['type'][]): Tally => {
      const all = names
        .filter(({ type }) => types.includes(type))
        .flatMap(({ name }) => planIds.map((planId) => `${name} ${planId}`));
      const times = all.map((key) => counts.get(key)?.length ?? 0);
      return {
        notifications: all.length,
        duplicates: times.filter((count) => count > 1).length,
        lost: times.filter((count) => count === 0).length,
      };
    };
    const otherIds = [...counts.values()].filter(
      (messages) => messages[0]?.type === 'webhook' && new Set(messages.map(({ body }) => body)).size > 1,
    ).length;
    return {
      copiedMessages: copier.copied(),
      bots: tally(BOTS),
      webhooks: { ...tally(['webhook']), otherIds },
      seconds: Math.round((Date.now() - began) / 1000),
    };
  } finally {
    await copier.close();
    await service.stop();
    await Promise.all([target.close(), receivers.close()]);
    remove();
  }
}

async function openChannels(service: RunningService, receivers: FakeReceivers, { channels }: Chaos) {
  const open: Readonly<Record<ChannelType, (name: string, secret: string) => string>> = {
    alpha_bot: receivers.alphaBot,
    beta_bot: receivers.betaBot,
    webhook: (name) => receivers.webhook(name),
  };
  const names: { type: ReceivedMessage['type']; name: string }[] = [];
  for (const type of CHANNEL_TYPES) {
    for (let index = 0; index < channels[type]; index++) {
      const name = `${type.split('_')[0]}${index}`;
      const secret = `SEC${name}`;
      const url = open[type](name, secret);
      const { body } = await call(service.url, 'POST', '/openapi/v1/notification-channels', {
        type,
        name,
        url,
        secret,
      });
      if (body.errorCode !== null) throw new Error(`a channel was refused: ${body.errorCode}`);
      names.push({ type, name });
    }
  }
  return names;
}

/** Accepted messages, by receiver and plan. */
function arrived(received: readonly ReceivedMessage[]): Map<string, ReceivedMessage[]> {
  const taken = received.filter(({ type, code }) => IS_TAKEN[type](code));
  return Map.groupBy(taken, ({ name, body }) => `${name} ${/\/report\/([0-9a-f]{24})/.exec(body)?.[1]}`);
}

/**
 * Waits until every delivery has ended and no message is left that could do harm, or nothing has arrived for
 * `patienceMs`.
 */
async function settled(
  receivers: FakeReceivers,
  {
    copier,
    dataDir,
    expected,
    patienceMs,
    say,
  }: { copier: ReturnType<typeof duplicateMessages>; dataDir: string; expected: number } & Required<
    Pick<Chaos, 'patienceMs' | 'say'>
  >,
) {
  const table = openTable(join(dataDir, 'service.sqlite'), Date.now);
  let before = -1;
  let since = Date.now();
  for (;;) {
    const count = arrived(receivers.received).size;
    if (count !== before) say(`${count} of ${expected} arrived`);
    if (count !== before) since = Date.now();
    before = count;
    let unfinished = 0;
    for await (const some of unfinishedDeliveries(table)) unfinished += some.length;
    if (unfinished === 0) {
      // From then on no copy is made, and those that are there come to their end.
      await copier.close();
      const { items } = await table.query({ index: 'i1', pk: 'QUEUE#WAITING', limit: 1 });
      if (items.length === 0) break;
    }
    if (Date.now() - since > patienceMs) break;
    await pause(100);
  }
  await table.close();
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
