/** The prefix of ids of expected changes, which no compare rule has. */
export const EXPECTED_PREFIX = '~';

/** Whether the rule of a difference is an expected change. */
export const isExpectedId = (ruleId: string | null): ruleId is string => ruleId?.startsWith(EXPECTED_PREFIX) ?? false;

/** The id of an expected change as users see it. */
export const expectationId = (ruleId: string): string => ruleId.slice(EXPECTED_PREFIX.length);
