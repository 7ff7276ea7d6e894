/** The rules of a gate that the console offers; `own` are a gate policy in JSON. */
export const RULE_SETS = ['clean', 'release', 'fast', 'own'] as const;
export type RuleSet = (typeof RULE_SETS)[number];

/** Name of each, also that of its policy. */
export const RULE_SET_NAMES: Readonly<Record<RuleSet, string>> = {
  clean: 'Clean',
  release: 'Release',
  fast: 'Release, and as fast',
  own: 'Own rules',
};
