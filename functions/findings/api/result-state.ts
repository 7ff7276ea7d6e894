import * as v from 'valibot';

/** What became of a request (interface 10). */
export const ResultState = v.picklist(['PASSED', 'FAILED', 'NO_RESULT']);
