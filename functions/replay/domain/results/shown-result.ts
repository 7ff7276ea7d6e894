import { maySeal, SEALED, shownSealed, shownSealedJson } from '../../../platform/values/sealed-text.ts';
import { shownSealedRequest, shownSealedResponse } from '../../../recordings/domain/sealed/shown-payload.ts';
import type { ResultPayload } from './result-payload.ts';

/** A result as readers see it: that values are sealed, and no placeholder (interface 10). */
export const shownResult = <Result extends ResultPayload>(result: Result): Result => ({
  ...result,
  request: shownSealedRequest(result.request),
  recorded: result.recorded && shownSealedResponse(result.recorded),
  replayed: result.replayed && shownSealedResponse(result.replayed),
  differences: result.differences.map((difference) => ({
    ...difference,
    recorded: difference.recorded && shownSealedJson(difference.recorded),
    replayed: difference.replayed && shownSealedJson(difference.replayed),
  })),
  ...(result.sent && { sent: shownSealedRequest(result.sent) }),
  ...(result.mapped && {
    mapped: result.mapped.map((one) => ({
      ...one,
      recorded: shownSealed(one.recorded),
      replayed: shownSealed(one.replayed),
    })),
  }),
});

/** The same side by side: a sealed value of the replayed response that the recorded one lacks is `sealed (other)`. */
export function shownSides<Result extends ResultPayload>(result: Result): Result {
  // Bodies of megabytes are written out and parsed again only where they may hold a placeholder.
  if (!maySealWithin(result)) return result;
  const text = JSON.stringify(result);
  const recorded = new Set(JSON.stringify([result.recorded, result.request]).match(SEALED));
  if (!new Set(text.match(SEALED)).isSubsetOf(recorded)) {
    const others = text.replaceAll(ANY, (placeholder) =>
      recorded.has(placeholder.replace('%', '')) ? placeholder : 'sealed (other)',
    );
    // The same type: only texts inside strings change.
    return shownTexts(JSON.parse(others) as Result);
  }
  return shownTexts(result);
}

/** Whether a text of a value may hold a placeholder. */
const maySealWithin = (value: unknown): boolean =>
  typeof value === 'string'
    ? maySeal(value)
    : typeof value === 'object' && value !== null && Object.values(value).some(maySealWithin);

const ANY = new RegExp(`%?${SEALED.source}`, 'g');

const shownTexts = <Result extends ResultPayload>(result: Result): Result =>
  JSON.parse(shownSealed(JSON.stringify(result))) as Result; // the same type: only texts inside strings change
