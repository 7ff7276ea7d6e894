import * as v from 'valibot';
import { CaseHead } from '../../../recordings/domain/recorded-case.ts';

/** A case that was chosen, as pages of a large selection keep it until its chunk is known. */
export const ChosenCase = v.object({
  ...CaseHead.entries,
  /** Its row is damaged. */
  unreadable: v.exactOptional(v.literal(true)),
});
export type ChosenCase = v.InferOutput<typeof ChosenCase>;

/** Its session lacks the login that it needs (sessions/cut-session.ts). */
const cut = v.exactOptional(v.literal(true));

/** A chosen case in its session. */
export const SelectedCase = v.object({
  ...ChosenCase.entries,
  cut,
  /** It ends its session. */
  ends: v.exactOptional(v.literal(true)),
  /** The cases that prepare its session, in the order of recording; with the first case of the session only. */
  preparation: v.exactOptional(v.array(v.object({ ...ChosenCase.entries, cut }))),
});
export type SelectedCase = v.InferOutput<typeof SelectedCase>;
