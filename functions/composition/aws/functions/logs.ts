import { logs } from '../../../logs/capability.ts';
import { hasRunsBinding, loggedRunsBinding, tabCountsBinding } from '../../../replay/composition.ts';
import { declared } from '../api-application.ts';

/** What answers for this capability. */
export const api = () =>
  declared({ capability: logs, bindings: [hasRunsBinding, tabCountsBinding, loggedRunsBinding] });
