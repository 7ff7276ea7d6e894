import * as z from 'zod';
import { STATE_LABELS } from '../../functions/findings/domain/state-labels.ts';

/** The states of a run, for the schemas of tools. */
export const RunState = z.enum(Object.keys(STATE_LABELS) as (keyof typeof STATE_LABELS)[]); // Object.keys forgets the names
