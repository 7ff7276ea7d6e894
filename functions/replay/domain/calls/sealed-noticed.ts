import { isSealed } from '../../../platform/values/sealed-text.ts';
import { type Secret, sealFound, searchOf, sessionIds } from '../../../recordings/domain/sealed/found-credentials.ts';
import type { Sealer } from '../../../recordings/domain/sealed/sealer.ts';
import { secretsIn } from '../../../recordings/domain/sealed/secrets-in.ts';
import type { SessionValues, ValueMap } from '../values/session-values.ts';
import type { NoticedCalls } from './result-calls.ts';

/** A function that seals these credentials in a call, whatever the call names them. */
export function callSealer(secrets: readonly Secret[], sealer: Pick<Sealer, 'seal'>) {
  const known = new Map([...secrets, ...sessionIds(secrets, sealer)]);
  const search = searchOf(known);
  return <Call extends Parameters<typeof sealFound>[0]>(call: Call): Call =>
    known.size === 0 ? call : sealFound(call, search);
}

/**
 * Seals in noticed calls the credentials that their request was sent with and those that its response issued: when a
 * call was made, a session that the build had just opened was not known as one.
 */
export const sealedNoticed = (
  noticed: NoticedCalls,
  secrets: readonly Secret[],
  sealer: Pick<Sealer, 'seal'>,
): NoticedCalls => ({ ...noticed, calls: noticed.calls.map(callSealer(secrets, sealer)) });

/** The credentials that responses of a session issued, of one side: also those that no value stands for. */
export const issuedBefore = (
  { own, issued }: Pick<SessionValues, 'own' | 'issued'>,
  run: ValueMap,
  side: 'recorded' | 'replayed',
  sealer: Pick<Sealer, 'open'>,
): Secret[] => {
  const known = issued[side];
  for (const [placeholder, text] of known) {
    if (text !== null) continue;
    const opened = sealer.open(placeholder);
    // Only texts are searched for; an empty one is never found.
    known.set(placeholder, opened?.kind === 't' ? opened.bytes.toString() : '');
  }
  const mapped = [own, run].flatMap(({ byValue }) =>
    Array.from(byValue.values(), (mapping) => mapping[side]).filter((text) => isSealed(text) && !known.has(text)),
  );
  return [
    ...Array.from(known, ([placeholder, text]) => [text ?? '', placeholder] as const),
    ...secretsIn(mapped, sealer),
  ];
};
