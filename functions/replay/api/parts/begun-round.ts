import * as v from 'valibot';
import { named } from '../../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../../platform/http/documents/path-parts.ts';
import { Count } from '../../../platform/http/documents/shown-schemas.ts';

/** The round that a request has started or is about. */
export const BegunRound = named('Round', v.object({ planId: v.string(), round: Count }));
/** An example of it. */
export const startedExample = (number: number) => ({ planId: EXAMPLE.planId, round: number });
