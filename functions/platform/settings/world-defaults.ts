/**
 * The values in which the two worlds differ and that follow from nothing else; most are defaults of settings (interface
 * 1).
 */
export const WORLD_DEFAULTS = {
  standalone: { egress: 'standalone', noiseReduction: 'rules', evaluationPollSeconds: 1, maxStreamedBytes: null },
  // On AWS a request is never sent twice unless an operator decides so, and findings settle as spec 3.1 says. Lambda
  // streams 200 MB of an answer, its headers included.
  aws: { egress: 'aws', noiseReduction: 'off', evaluationPollSeconds: 15, maxStreamedBytes: 199_000_000 },
} as const;

export type WorldDefaults = (typeof WORLD_DEFAULTS)[keyof typeof WORLD_DEFAULTS];

/** The defaults of both worlds, as docs/settings.md shows them. */
export const inBothWorlds = (name: keyof WorldDefaults): string =>
  `${WORLD_DEFAULTS.standalone[name]} / ${WORLD_DEFAULTS.aws[name]} on AWS`;
