import { join } from 'node:path';
import { unfinishedDeliveries } from '../../functions/notifications/store/delivery-rows.ts';
import { openTable } from '../../functions/platform/standalone/table.ts';
import { duplicateMessages } from './duplicate-messages.ts';
import { type FakeReceivers, openFakeReceivers, type ReceivedMessage } from './fakes/fake-receivers.ts';
import { json, openTarget, recordedGet } from './fakes/recorded-target.ts';
import { call, completed, freePort, type RunningService, startProcess, temporaryDataDir } from './running-service.ts';

export interface Chaos {
  /** Replays, each of which tells every channel. */
  replays: number;
  /** Channels of each type, each with a robot or hook of its own. */
  channels: Record<ReceivedMessage['type'], number>;
  /** How many SIGKILLs, and the longest time that the service runs between two, ms; the shortest is 500. */
  kills: { count: number; withinMs: number };
  /** Times that each queue message is delivered. */
  deliveries: number;
  /** Longest wait for the last message once nothing is killed any more, ms. */
  patienceMs: number;
  say?(text: string): void;
}

export interface ChaosOutcome {
  copiedMessages: number;
  bots: Tally;
  webhooks: Tally & {
    /** Notifications that came more than once, with more than one event id. */
    otherIds: number;
  };
  seconds: number;
}

interface Tally {
  notifications: number;
  /** Notifications that their receiver took more than once. */
  duplicates: number;
  /** Notifications that no receiver took. */
  lost: number;
}

const TYPES = ['alpha_bot', 'beta_bot', 'webhook'] as const;

/** Triggers replays whose results go to every channel, kills the service again and again meanwhile, and counts what arrived. */
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
      await pause(500 + Math.random() * (chaos.kills.withinMs - 500));
      await service.kill();
      service = await start();
      say(`${kill} kills, ${arrived(receivers.received).size} of ${names.length * planIds.length} arrived`);
    }
    for (const planId of planIds) await completed(service.url, planId, 60_000);
    await settled(receivers, { dataDir, expected: names.length * planIds.length, patienceMs: chaos.patienceMs, say });

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
      copiedMessages: await copier.close(),
      bots: tally(['alpha_bot', 'beta_bot']),
      webhooks: { ...tally(['webhook']), otherIds },
      seconds: Math.round((Date.now() - began) / 1000),
    };
  } finally {
    await service.stop();
    await Promise.all([target.close(), receivers.close()]);
    remove();
  }
}

async function openChannels(service: RunningService, receivers: FakeReceivers, { channels }: Chaos) {
  const open = { alpha_bot: receivers.alphaBot, beta_bot: receivers.betaBot, webhook: receivers.webhook };
  const names: { type: ReceivedMessage['type']; name: string }[] = [];
  for (const type of TYPES) {
    for (let index = 0; index < channels[type]; index++) {
      const name = `${type.split('_')[0]}${index}`;
      const secret = `SEC${name}`;
      const url = type === 'webhook' ? open.webhook(name) : open[type](name, secret);
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

/** Messages that a receiver took, by receiver and plan. */
function arrived(received: readonly ReceivedMessage[]): Map<string, ReceivedMessage[]> {
  const taken = received.filter(({ type, code }) => (type === 'webhook' ? code < 300 : code === 0));
  return Map.groupBy(taken, ({ name, body }) => `${name} ${/\/report\/([0-9a-f]{24})/.exec(body)?.[1]}`);
}

/** Waits until every delivery has ended, or nothing has arrived for `patienceMs`. */
async function settled(
  receivers: FakeReceivers,
  {
    dataDir,
    expected,
    patienceMs,
    say,
  }: { dataDir: string; expected: number } & Required<Pick<Chaos, 'patienceMs' | 'say'>>,
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
    // Copies that are still under way have time to do harm.
    if (unfinished === 0 && Date.now() - since > 5_000) break;
    if (Date.now() - since > patienceMs) break;
    await pause(1_000);
  }
  await table.close();
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
