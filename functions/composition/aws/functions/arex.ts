import { arex } from '../../../arex/capability.ts';
import { hasRunsBinding } from '../../../replay/composition.ts';
import { declared } from '../api-application.ts';

/** What answers for this capability. */
export const api = () => declared({ capability: arex, bindings: [hasRunsBinding] });
