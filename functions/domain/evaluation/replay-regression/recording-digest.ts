import type { CasePayload } from '../../recordings/recorded-case.ts';
import { wellFormed } from '../../well-formed.ts';
import { digestOfJson } from '../canonical-json.ts';
import type { Digest } from '../identifiers.ts';

/** By which it shows that a recording is the one that was replayed: its request, its response and its calls (evaluation 3.14). */
export const recordingDigest = ({ request, response, calls }: CasePayload): Digest =>
  digestOfJson(wellFormed({ request, response, calls }));
