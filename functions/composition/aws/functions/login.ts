import { login } from '../../../login/capability.ts';
import { noLocalLinksBinding } from '../../../login/composition.ts';
import { declared } from '../api-application.ts';

/** What answers for this capability. */
export const api = () => declared({ capability: login, bindings: [noLocalLinksBinding] });
