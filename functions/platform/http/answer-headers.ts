/**
 * Headers of every answer, unless its endpoint sets others: it is for this caller at this time, and of its type only.
 */
export const ANSWER_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;
