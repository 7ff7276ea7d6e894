import { afterEach, expect, test } from 'vitest';
import { handleMessage, type NotifierHost } from '../../../functions/notifications/service/handle-message.ts';
import { type LoginStage, loginStage } from '../../support/stages/login-stage.ts';

const BOB = 'bob@shop.test';
let stage: LoginStage;
afterEach(() => stage.close());

/** Handles what the queue has, as the notifier and with its rights. */
async function handled(): Promise<void> {
  const { queue, log } = stage.world;
  // A message that asks for a mail needs no receiver.
  const host = { queue, log, servicesOf: () => stage.services } as unknown as NotifierHost;
  for (const message of await queue.receive({ visibilitySeconds: 60 }))
    await handleMessage(message, host, new AbortController().signal);
}
const mailOf = async () => (await stage.services.users.find(BOB, 'default'))?.invitationMail?.state;

test('the notifier mails an invitation with its rights, and does not acknowledge one that failed', async () => {
  stage = loginStage({ SVC_SMTP_URL: 'smtp://127.0.0.1:1' });
  const { send } = stage.world.mail;
  stage.world.mail.send = async () => {
    throw new Error(`550 ${BOB} is unknown`);
  };
  await stage.call('POST', `/api/users/${BOB}/invitation`, {}, stage.asAdmin);
  await handled();
  expect(await mailOf()).toBe('failed');
  expect(stage.lines.map(({ message }) => message)).toContain('notification failed by a fault');
  expect(JSON.stringify(stage.lines)).not.toContain(BOB);

  stage.world.mail.send = send;
  stage.clock.now += 61_000;
  await handled();
  expect([await mailOf(), stage.mails.length]).toEqual(['sent', 1]);
  stage.clock.now += 61_000;
  await handled();
  expect(stage.mails).toHaveLength(1);
});
