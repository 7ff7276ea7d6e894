import { describe, expect, test } from 'vitest';
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

  test('its numbers hold together', () => {
    const { result, analysis, clusters } = sample;
    const failed = clusters.reduce((sum, { requests }) => sum + requests, 0);
    expect(result.failedCases).toBe(failed);
    expect(analysis?.failedCases).toBe(failed);
    const { codeChangeCases = 0, undeterminedCases = 0, invalidCases = 0 } = analysis ?? {};
    expect(codeChangeCases + undeterminedCases + invalidCases).toBe(failed);
    expect(analysis?.codeChanges[0]?.shortTitle.length).toBeLessThanOrEqual(20);
  });
});
