import { expect, test } from 'vitest';
import { analysisInstructions, noiseInstructions } from '../../../functions/noise/domain/prompt.ts';

test.for([
  ['zh-CN', 'in Simplified Chinese'],
  ['en', 'in English (en)'],
  ['de-CH', 'in Swiss High German (de-CH)'],
  ['qaa', 'in qaa (qaa)'],
] as const)('the instructions for SVC_AI_LANGUAGE %s ask for texts %s', ([tag, words]) => {
  expect(analysisInstructions(tag).split(words)).toHaveLength(3);
  expect(noiseInstructions(tag)).toContain(`one short sentence ${words}.`);
});
