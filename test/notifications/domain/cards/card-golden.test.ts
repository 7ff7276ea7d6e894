import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { alphaBot } from '../../../../functions/notifications/domain/channels/alpha-bot.ts';
import { betaBot } from '../../../../functions/notifications/domain/channels/beta-bot.ts';
import { slack } from '../../../../functions/notifications/domain/channels/slack.ts';
import { teams } from '../../../../functions/notifications/domain/channels/teams.ts';
import { sampleFacts } from '../../../../functions/notifications/domain/sample-facts.ts';
import { NOTIFIED_ROUNDS, notifiedRound, SAMPLE } from '../../../golden/notified-rounds.ts';

// After an intended change: `npx vitest run test/notifications/domain/cards/card-golden.test.ts -u`, then review the
// diff of test/golden/cards.
describe.for([
  ['alpha-bot', alphaBot],
  ['beta-bot', betaBot],
  ['slack', slack],
  ['teams', teams],
] as const)('the messages of %s (spec 6.3)', ([vendor, kind]) => {
  test.for(Object.keys(NOTIFIED_ROUNDS))('equal the golden file of %s', async (name) => {
    const { facts, event } = notifiedRound(name);
    const sent = event === 'test' ? sampleFacts({ ...SAMPLE, language: kind.sampleLanguage }) : facts;
    const content = kind.content(sent, { id: 'e1', event, time: 0 });
    const message = JSON.parse(content);
    expect(content).toBe(JSON.stringify(message));
    await expect(`${JSON.stringify(message, null, 2)}\n`).toMatchFileSnapshot(
      `../../../golden/cards/${vendor}/${name}.json`,
    );
  });

  test('have golden files for tested rounds only', () => {
    const names = readdirSync(`test/golden/cards/${vendor}`).map((file) => file.replace('.json', ''));
    expect(names.sort()).toEqual(Object.keys(NOTIFIED_ROUNDS).sort());
  });
});
