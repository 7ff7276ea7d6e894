import type { Policies } from '../policies.ts';
import type { TemplateValues } from '../template-values.ts';

/** What the stand-ins of services share. */
export interface Surroundings {
  values: TemplateValues;
  policies: Policies;
  /** The name of a function as capabilities declare it, `replay/api`, by that of its resource. */
  functionOf(caller: string): string;
}
