import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { slack } from '../../../../functions/notifications/domain/channels/slack.ts';
import { teams } from '../../../../functions/notifications/domain/channels/teams.ts';
import type { NotificationFacts } from '../../../../functions/notifications/domain/notification-facts.ts';
import { sampleFacts } from '../../../../functions/notifications/domain/sample-facts.ts';
import { NOTIFIED_ROUNDS, notifiedRound } from '../../../golden/notified-rounds.ts';

// Its modules name each other without extensions, so Node can load the bundle only.
const AdaptiveCards: typeof import('adaptivecards') = createRequire(import.meta.url)(
  'adaptivecards/dist/adaptivecards.js',
);

const HOSTILE = '<!channel> <@U123> *bold* _i_ `c` [x](https://evil.example) &lt; @here \u202e';
const sample = sampleFacts({ publicUrl: 'http://replay.internal', now: 1e12 });

/** A round whose names are all `name`, with as many findings as a card may hold. */
function roundOf(name: string): NotificationFacts {
  const entry = {
    kind: 'FIELD_VALUE' as const,
    subjects: [name],
    interfaces: [{ operationName: name, affectedRequests: 1, totalRequests: 2 }],
    affectedRequests: 1,
    totalRequests: 2,
  };
  return {
    ...sample,
    appId: name,
    summary: name,
    attributes: { 'service.name': name, 'vcs.ref.head.name': name },
    findings: sample.findings && { ...sample.findings, needsAction: Array.from({ length: 60 }, () => entry) },
  };
}

const identity = { id: 'e1', event: 'completed', time: 0 } as const;
const ROUNDS: readonly (readonly [name: string, facts: NotificationFacts])[] = [
  ...Object.keys(NOTIFIED_ROUNDS).map((name) => [name, notifiedRound(name).facts] as const),
  ['hostile names', roundOf(HOSTILE)],
  ['long names', roundOf('x'.repeat(5_000))],
  ['wide names', roundOf('\u{1f600}'.repeat(500))],
];

interface SlackText {
  type: string;
  text: string;
}

/** All texts of a message, with their place. */
function textsOf(value: unknown, at: string[] = []): (SlackText & { at: string })[] {
  if (typeof value !== 'object' || value === null) return [];
  const own =
    'type' in value && (value.type === 'plain_text' || value.type === 'mrkdwn')
      ? [{ ...(value as SlackText), at: at.join('.') }] // as its type says
      : [];
  return [...own, ...Object.entries(value).flatMap(([name, one]) => textsOf(one, [...at, name]))];
}

describe.for(ROUNDS)('a message about %s', ([, facts]) => {
  test('stays within the limits of Block Kit', () => {
    const message = JSON.parse(slack.content(facts, identity));
    const [{ blocks }] = message.attachments;
    expect(blocks.length).toBeLessThanOrEqual(50);
    for (const block of blocks) {
      if (block.type === 'header') expect(block.text.text.length).toBeLessThanOrEqual(150);
      if (block.fields) expect(block.fields.length).toBeLessThanOrEqual(10);
      for (const one of block.fields ?? []) expect(one.text.length).toBeLessThanOrEqual(2_000);
      if (block.type === 'section' && block.text) expect(block.text.text.length).toBeLessThanOrEqual(3_000);
    }
    for (const { text } of textsOf(message)) expect(text).not.toBe('');
    expect(JSON.stringify(message).length).toBeLessThan(40_000);
  });

  test('has markup of the service only', () => {
    const marked = textsOf(JSON.parse(slack.content(facts, identity))).filter(({ type }) => type === 'mrkdwn');
    for (const { text } of marked) expect(['*AI analysis*', '*Findings*']).toContain(text);
  });

  test('is an Adaptive Card 1.5 for the SDK, with texts that are not Markdown', () => {
    const content = teams.content(facts, identity);
    const [{ content: card, contentType }] = JSON.parse(content).attachments;
    expect(contentType).toBe('application/vnd.microsoft.card.adaptive');
    const context = new AdaptiveCards.SerializationContext(AdaptiveCards.Versions.v1_5);
    const read = new AdaptiveCards.AdaptiveCard();
    read.parse(card, context);
    const events = Array.from({ length: context.eventCount }, (_item, index) => context.getEventAt(index).message);
    expect(events).toEqual([]);
    // The SDK ignores members that it does not know, and writes back those that it does. Teams defines `msteams`.
    const { $schema: _, msteams: __, ...defined } = card;
    expect(read.toJSON()).toMatchObject(defined);
    expect(read.validateProperties().validationEvents.map(({ message }) => message)).toEqual([]);
    const markdown = card.body.filter(({ type }: { type: string }) => type === 'TextBlock');
    for (const { text } of markdown) expect(['AI analysis', 'Findings']).toContain(text);
    expect(Buffer.byteLength(content)).toBeLessThanOrEqual(28 * 1024);
  });
});

test.for([
  ['slack', slack],
  ['teams', teams],
] as const)('a request to %s does not contain the secret of the channel', ([, kind]) => {
  const request = kind.post('{}', { url: 'https://hooks.example/x', secret: 's3cret' }, 0);
  expect(JSON.stringify(request)).not.toContain('s3cret');
});
