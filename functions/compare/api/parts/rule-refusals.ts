import { refusal } from '../../../platform/http/documents/endpoint-doc.ts';
import { MAX_RULES } from '../../store/rule-import.ts';

/** The refusal of a rule that cannot be used. */
export const INVALID_RULE = refusal(400, 'INVALID_RULE', 'path is missing or invalid');
/** The refusal of one rule more. */
export const TOO_MANY_RULES = refusal(409, 'TOO_MANY_RULES', `an application has at most ${MAX_RULES} rules`);
