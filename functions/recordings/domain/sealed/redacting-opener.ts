import { REDACTED } from '../redact-json.ts';
import type { Sealer } from './sealer.ts';

/** Opens nothing: every sealed value is sent as `[redacted]` (interface 14). */
export const REDACTING_OPENER: Pick<Sealer, 'open'> = {
  open: () => ({ kind: 't', bytes: Buffer.from(REDACTED) }),
};
