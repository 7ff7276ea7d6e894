import type { Expectation } from '../../client/paths.ts';

/** An expectation without the values that it expects, which may be of a credential. */
export const shownExpectation = ({ exactly: _, ...expectation }: Expectation) => expectation;
