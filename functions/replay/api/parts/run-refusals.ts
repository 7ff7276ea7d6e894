import { refusal } from '../../../platform/http/documents/endpoint-doc.ts';

/** The refusal of an unknown plan. */
export const NO_PLAN = refusal(404, 'NOT_FOUND', 'there is no such run');
/** The refusal of a plan that has not completed. */
export const NOT_COMPLETED = refusal(409, 'NOT_COMPLETED', 'the run has not completed');
