import type { Digest } from '../../../platform/digest.ts';
import { wellFormed } from '../../../platform/well-formed.ts';
import type { CasePayload } from '../../../recordings/domain/recorded-case.ts';
import { digestOfJson } from '../../domain/canonical-json.ts';

/** By which it shows that a recording is the one that was replayed: its request, its response and its calls (evaluation 3.14). */
export const recordingDigest = ({ request, response, calls }: CasePayload): Digest =>
  digestOfJson(wellFormed({ request, response, calls }));
