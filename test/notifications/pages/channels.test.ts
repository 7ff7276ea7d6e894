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
