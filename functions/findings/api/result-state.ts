import * as v from 'valibot';

/** The outcome of a request (interface 10). */
export const ResultState = v.picklist(['PASSED', 'FAILED', 'NO_RESULT']);
