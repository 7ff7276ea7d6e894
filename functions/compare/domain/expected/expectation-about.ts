import { findingAbout } from '../finding-about.ts';
import type { ExpectedChange } from './expected-change.ts';

/** An expected change for the audit log: `Value changed price, until production records it`. Holds no value. */
export const expectationAbout = (expected: Pick<ExpectedChange, 'kind' | 'subject' | 'change'>): string =>
  `${findingAbout(expected)}, ${expected.change.is === 'any' ? 'any value' : 'until production records it'}`;
