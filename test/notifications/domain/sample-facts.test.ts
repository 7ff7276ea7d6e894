import { describe, expect, test } from 'vitest';
import { CHANNEL_KINDS } from '../../../functions/notifications/domain/channels/channel-kinds.ts';
import { sampleFacts } from '../../../functions/notifications/domain/sample-facts.ts';

const sample = sampleFacts({ publicUrl: 'http://replay.internal', now: Date.UTC(2026, 10, 20) });

describe('the sample of a test send (spec 4.4)', () => {
  test('has every section filled', () => {
    const { findings, analysis, attributes, summary } = sample;
    expect(findings).toMatchObject({ state: 'NEEDS_ACTION', excludedFieldCount: 1 });
    expect(findings?.needsAction.length).toBeGreaterThan(1);
    expect(findings?.toReview).toHaveLength(1);
    expect(findings?.coverage).toMatchObject({ uncoveredInterfaces: 1, uncoveredMainOperations: ['/sample/refunds'] });
    expect(analysis?.codeChanges).toHaveLength(1);
    expect(attributes).toHaveProperty(['vcs.ref.head.revision']);
    expect(summary).toContain('示例');
  });

  test('is English for Slack and Teams, Chinese for the bots', () => {
    const english = sampleFacts({ publicUrl: 'http://replay.internal', now: 0, language: 'en' });
    expect(JSON.stringify(english)).not.toMatch(/\p{Script=Han}/u);
    expect(english.analysis?.codeChanges[0]?.shortTitle.length).toBeLessThanOrEqual(20);
    const languages = Object.entries(CHANNEL_KINDS).map(([kind, { sampleLanguage }]) => [kind, sampleLanguage]);
    expect(languages).toEqual([
      ['alpha_bot', 'zh'],
      ['beta_bot', 'zh'],
      ['webhook', 'zh'],
      ['slack', 'en'],
      ['teams', 'en'],
    ]);
  });

  test('has numbers that add up', () => {
    const { result, analysis, clusters } = sample;
    const failed = clusters.reduce((sum, { requests }) => sum + requests, 0);
    expect(result.failedCases).toBe(failed);
    expect(analysis?.failedCases).toBe(failed);
    const { codeChangeCases = 0, undeterminedCases = 0, invalidCases = 0 } = analysis ?? {};
    expect(codeChangeCases + undeterminedCases + invalidCases).toBe(failed);
    expect(analysis?.codeChanges[0]?.shortTitle.length).toBeLessThanOrEqual(20);
  });
});
