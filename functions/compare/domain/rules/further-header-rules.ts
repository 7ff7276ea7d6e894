import { BUILT_IN_PREFIX } from '../../../applications/domain/built-in-headers.ts';

const PREFIX = `${BUILT_IN_PREFIX}further-`;

/** The id of the built-in rule that has a header compared beside those with a meaning. */
export const furtherRuleId = (name: string): string => `${PREFIX}${name}`;

/** Whether a rule adds a header to those that are compared; other include-only rules choose them instead. */
export const isFurtherRule = ({ ruleId }: { ruleId: string }): boolean => ruleId.startsWith(PREFIX);

/** The header that such a rule adds, in lower case. */
export const furtherHeaderOf = ({ ruleId }: { ruleId: string }): string => ruleId.slice(PREFIX.length);
