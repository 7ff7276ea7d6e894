import type { Digest } from '../../../platform/values/digest.ts';
import { wellFormed } from '../../../platform/values/well-formed.ts';
import type { CasePayload } from '../../../recordings/domain/recorded-case.ts';
import { digestOfJson } from '../canonical-json.ts';

/** Digest of a recording's request, response and calls. It proves which recording was replayed (evaluation 3.14). */
export const recordingDigest = ({ request, response, calls }: CasePayload): Digest =>
  digestOfJson(wellFormed({ request, response, calls }));
