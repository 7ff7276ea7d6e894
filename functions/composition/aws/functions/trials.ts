import { hasRunsBinding, tabCountsBinding } from '../../../replay/composition.ts';
import { trials } from '../../../trials/capability.ts';
import { declared } from '../api-application.ts';

/** What answers for this capability. */
export const api = () => declared({ capability: trials, bindings: [hasRunsBinding, tabCountsBinding] });
