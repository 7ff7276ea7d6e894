import type { ValueAlias } from '../../../mocks/domain/value-aliases.ts';
import type { Mapping } from './session-values.ts';

/** The values that a request was sent with in place of recorded ones, each once. */
export const aliasesOf = (used: readonly Pick<Mapping, 'recorded' | 'replayed' | 'thing'>[]): ValueAlias[] => [
  ...new Map(
    used.map(({ replayed, recorded, thing }) => [`${recorded}\0${thing}`, { replayed, recorded, thing }]),
  ).values(),
];
