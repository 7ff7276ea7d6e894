/** The defaults in which the two worlds differ and that follow from nothing else (interface 1). */
export const WORLD_DEFAULTS = {
  standalone: { egress: 'standalone', noiseReduction: 'rules', evaluationPollSeconds: 1 },
  // On AWS a request is never sent twice unless an operator decides so, and findings settle as spec 3.1 says.
  aws: { egress: 'aws', noiseReduction: 'off', evaluationPollSeconds: 15 },
} as const;

export type WorldDefaults = (typeof WORLD_DEFAULTS)[keyof typeof WORLD_DEFAULTS];

/** The defaults of both worlds, as docs/settings.md shows them. */
export const inBothWorlds = (name: keyof WorldDefaults): string =>
  `${WORLD_DEFAULTS.standalone[name]} / ${WORLD_DEFAULTS.aws[name]} on AWS`;
