import { analysis } from '../../../analysis/capability.ts';
import { suggestionsBinding } from '../../../noise/composition.ts';
import { announceBinding } from '../../../notifications/composition.ts';
import { declared } from '../api-application.ts';
import { stepsOf } from '../step-function.ts';

/** What answers for this capability. */
export const api = () => declared({ capability: analysis, bindings: [suggestionsBinding, announceBinding] });

/** What runs its steps. */
export const steps = () => stepsOf({ capability: analysis, bindings: [suggestionsBinding, announceBinding] });
