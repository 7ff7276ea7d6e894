import { compare } from '../../../compare/capability.ts';
import { declared } from '../api-application.ts';

/** What answers for this capability. */
export const api = () => declared({ capability: compare });
