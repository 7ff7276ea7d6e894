import type { ReplayedCall } from '../../client/paths.ts';
import { maskedCall } from '../../functions/recordings/domain/masks/masked-payload.ts';

type Side = NonNullable<ReplayedCall['recorded']> | NonNullable<ReplayedCall['made']>;

/** A downstream call of both sides, without credentials. */
export const shownCall = ({ state, recorded, made }: ReplayedCall) => ({
  state,
  recorded: recorded && shownSide(recorded),
  made: made && shownSide(made),
});

function shownSide({ kind, target, operation, request, response, error }: Side) {
  const masked = maskedCall({
    kind,
    target,
    operation,
    request: JSON.stringify(request ?? null),
    response: JSON.stringify(response ?? null),
    error,
    durationMs: null,
  });
  return { ...masked, request: parsed(masked.request), response: parsed(masked.response) };
}

/** A mask may leave a text that JSON cannot hold as it is. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
