import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FindingsEntry } from '../../../../functions/findings/domain/findings.ts';
import { alphaBot } from '../../../../functions/notifications/domain/channels/alpha-bot.ts';
import { betaBot } from '../../../../functions/notifications/domain/channels/beta-bot.ts';
import type { NotificationFacts } from '../../../../functions/notifications/domain/notification-facts.ts';
import { sampleFacts } from '../../../../functions/notifications/domain/sample-facts.ts';

const identity = { id: 'e1', event: 'test', time: 0 } as const;
const NOW = 1_599_360_473_000;
const sample = sampleFacts({ publicUrl: 'http://replay.internal', now: NOW });
const { findings, analysis } = sample;
const [change] = analysis?.codeChanges ?? [];
if (findings === null || analysis === null || change === undefined) throw new Error('the sample has every section');

const entry = (name: string): FindingsEntry => ({
  kind: 'FIELD_VALUE',
  subjects: [1, 2, 3, 4].map((n) => `${name}${n}`),
  interfaces: [{ operationName: name, affectedRequests: 100_000, totalRequests: 200_000 }],
  affectedRequests: 100_000,
  totalRequests: 200_000,
});

/** A round in which everything is named `name`. */
const roundOf = (name: string, problems: number, changes: number): NotificationFacts => ({
  ...sample,
  appId: name,
  attributes: {
    'service.name': name,
    'deployment.environment.name': name,
    'cicd.pipeline.name': name,
    'cicd.pipeline.run.id': name,
    'cicd.pipeline.run.url.full': `https://ci.example.com/${'x'.repeat(2025)}`,
    'vcs.ref.head.name': name,
    'vcs.ref.head.revision': name,
  },
  findings: {
    ...findings,
    needsAction: Array.from({ length: Math.ceil(problems / 2) }, () => entry(name)),
    toReview: Array.from({ length: Math.floor(problems / 2) }, () => entry(name)),
    coverage: { ...findings.coverage, uncoveredMainOperations: [name, name, name, name] },
  },
  analysis: {
    ...analysis,
    codeChanges: Array.from({ length: changes }, () => ({
      ...change,
      title: name,
      shortTitle: name,
      sampleOperation: name,
      location: { file: name, line: 1, symbol: name },
    })),
  },
  summary: name,
  reportUrl: `http://replay.internal/${'x'.repeat(2000)}`,
});

const bytesPosted = (content: string) =>
  Buffer.byteLength(alphaBot.post(content, { url: 'http://bot', secret: 'x'.repeat(4096) }, NOW).body);
const bytesOfAlpha = (facts: NotificationFacts) => bytesPosted(alphaBot.content(facts, identity));
const bytesOfBeta = (facts: NotificationFacts) => Buffer.byteLength(betaBot.content(facts, identity));

describe('the size of a message (facts: bots 1.1, 1.2)', () => {
  test.for(['🚚', '\\', '*', '金', '"', '\u0301', '<', 'x'])(
    'stays in its limit with longest texts of %s',
    (character) => {
      const facts = roundOf(character.repeat(2000), 60, 9);
      expect(bytesOfAlpha(facts)).toBeLessThanOrEqual(19_000);
      expect(bytesOfBeta(facts)).toBeLessThanOrEqual(20_000);
    },
  );

  test('stays in its limit for names of every length', () => {
    const name = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 300, size: 'max' }),
      fc
        // Five times what is shown of a name at most; the test above has longer ones.
        .tuple(fc.constantFrom('🚚', '\\', '_', '金', '"'), fc.nat(600))
        .map(([character, times]) => character.repeat(times)),
    );
    fc.assert(
      fc.property(name, fc.nat(40), fc.nat(8), (drawn, problems, changes) => {
        const facts = roundOf(drawn, problems, changes);
        const [alpha, beta] = [alphaBot.content(facts, identity), betaBot.content(facts, identity)];
        expect(bytesPosted(alpha)).toBeLessThanOrEqual(19_000);
        expect(Buffer.byteLength(beta)).toBeLessThanOrEqual(20_000);
        for (const message of [alpha, beta]) {
          expect(message.isWellFormed()).toBe(true);
          expect(message).toContain('回放：');
          const rows = [...message.matchAll(/个请求受影响/g)].length;
          expect(rows + Number(/另有 (\d+) 类见报告/.exec(message)?.[1] ?? 0)).toBe(problems);
        }
      }),
      { numRuns: 150 },
    );
  });

  test('allows 20 rows, and counts those beyond', () => {
    for (const kind of [alphaBot, betaBot]) {
      expect(kind.content(roundOf('a', 20, 1), identity)).not.toContain('类见报告');
      expect(kind.content(roundOf('a', 21, 1), identity)).toContain('另有 1 类见报告');
    }
  });

  test.for([
    [1500, true],
    [1501, false],
  ] as const)('shows an analysis text of %d characters whole (%s)', ([length, whole]) => {
    const summary = '🚚'.repeat(length);
    for (const kind of [alphaBot, betaBot]) {
      const content = kind.content({ ...sample, summary }, identity);
      expect(content.includes(summary)).toBe(whole);
      expect(content.includes(`${'🚚'.repeat(1499)}…`)).toBe(!whole);
    }
  });
});
