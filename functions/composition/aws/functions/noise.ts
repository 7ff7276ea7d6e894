import { noise } from '../../../noise/capability.ts';
import { suggestionsBinding } from '../../../noise/composition.ts';
import { declared } from '../api-application.ts';
import { stepsOf } from '../step-function.ts';

/** What answers for this capability. */
export const api = () => declared({ capability: noise, bindings: [suggestionsBinding] });

/** What runs its steps. */
export const steps = () => stepsOf({ capability: noise, bindings: [suggestionsBinding] });
