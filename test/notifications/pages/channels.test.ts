import { afterEach, beforeEach, expect, test } from 'vitest';
import { pageStage } from '../../platform/pages-shell/page-stage.ts';

const CHANNELS = '/openapi/v1/notification-channels';
let stage: ReturnType<typeof pageStage>;
beforeEach(async () => {
  stage = pageStage();
  const one = { type: 'webhook', url: 'https://ci.shop.test/hook/planted-secret', secret: 'planted-secret' };
  await stage.call('POST', CHANNELS, { ...one, name: 'Deploy gate', appIds: ['shop'], onlyOnFailure: true });
  await stage.call('POST', CHANNELS, { ...one, name: 'Old wall', enabled: false });
});
afterEach(() => stage.close());

const cardsOf = (text: string) =>
  text
    .split('<section class="panel" aria-label="')
    .slice(1)
    .map((card) =>
      card
        .slice(card.indexOf('>') + 1)
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' '),
    );

test('channels are cards with their state, and what each sends about which applications', async () => {
  const browser = stage.browser();
  await browser.logIn('ann@shop.test');
  const { text } = await browser.get('/console/channels');
  const [gate = '', wall = ''] = cardsOf(text).toSorted();
  expect(gate).toContain('Deploy gate Webhook Enabled Address https://ci.shop.test/');
  expect(gate).toContain('Sends only if a run is not clean About shop');
  expect(wall).toContain('Old wall Webhook Paused');
  expect(wall).toContain('Sends every result About every application');
  expect(text).not.toContain('planted-secret');
});

test('a guest sees the cards without buttons', async () => {
  const { text } = await stage.browser().get('/console/channels');
  expect(cardsOf(text)).toHaveLength(2);
  const [, main = ''] = text.split('<main');
  expect(main).not.toContain('<form');
  expect(main).not.toContain('Add a channel');
});

test('a card says how the last delivery ended, and what to do about failures', async () => {
  const browser = stage.browser();
  await browser.logIn('ann@shop.test');
  const channels = await stage.services.channels.list();
  const [gate, wall] = ['Deploy gate', 'Old wall'].map((name) => channels.find((one) => one.name === name));
  const ended = { tenant: 'default', planId: 'gone', round: 1, eventType: 'completed' } as const;
  const note = (channelId: string, facts: { state: 'SENT' | 'FAILED'; httpStatus: number | null; attempts: number }) =>
    stage.services.deliveries.last.note({ ...ended, channelId } as never, facts); // the members that it reads
  await note(gate?.id ?? '', { state: 'FAILED', httpStatus: 404, attempts: 5 });
  await note(wall?.id ?? '', { state: 'FAILED', httpStatus: null, attempts: 1 });
  const cards = async () => cardsOf((await browser.get('/console/channels')).text).toSorted();
  const [failing = '', paused = ''] = await cards();
  expect(failing).toContain('Webhook Fails Address');
  expect(failing).toContain('Last just now : answered 404 , tried 5 times');
  expect(failing).toContain('1 result was not delivered since just now . The address is no longer there');
  expect(paused).toContain('Paused');
  expect(paused).toContain('Last just now : not delivered');
  expect(paused).not.toContain('Check that the receiver is up');
  await note(gate?.id ?? '', { state: 'SENT', httpStatus: 200, attempts: 1 });
  expect((await cards())[0]).toContain('Webhook Delivers Address');
  expect((await cards())[0]).not.toContain('not delivered');
});

test('a paused channel is enabled again by its card, and by no guest', async () => {
  const wall = (await stage.services.channels.list()).find(({ name }) => name === 'Old wall');
  const path = `/console/channels/${wall?.id}/resume`;
  expect((await stage.browser().post(path, {})).headers.get('location')).toMatch(/^\/console\/login/);
  expect((await stage.services.channels.find(wall?.id ?? ''))?.enabled).toBe(false);
  const browser = stage.browser();
  await browser.logIn('ann@shop.test');
  expect((await browser.post(path, {})).headers.get('location')).toBe('/console/channels?done=resumed');
  expect((await stage.services.channels.find(wall?.id ?? ''))?.enabled).toBe(true);
  expect((await browser.post('/console/channels/none/resume', {})).status).toBe(422);
});
