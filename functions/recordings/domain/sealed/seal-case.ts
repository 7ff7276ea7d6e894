import { shownSealed } from '../../../platform/values/sealed-text.ts';
import { isCredentialName } from '../masks/credential-names.ts';
import type { CasePayload, RecordedCall } from '../recorded-case.ts';
import { foundCredentials, sealFound } from './found-credentials.ts';
import { type KnownCredentials, sealKnown } from './known-credentials.ts';
import { sealPayload } from './seal-payload.ts';
import { sealText } from './seal-side.ts';
import type { Sealer } from './sealer.ts';
import { type CredentialSettings, sealingOf } from './sealing.ts';

/** The texts of a case that lists and logs show. */
interface HeadTexts {
  operation: string | null;
  session: string | null;
  tags: Readonly<Record<string, string>>;
}

/**
 * Seals a case and the texts of its head, which hold no sealed value: a credential of the case is shown there as
 * `sealed`; the key of a session is replaced by one that follows from it. Calls hold credentials under names of their
 * own (a token that is a parameter of a statement), so the credentials of the request and response are sealed there
 * too, and those of the cases that were read before it (`known`).
 */
export function sealCase(
  payload: CasePayload,
  head: HeadTexts,
  {
    settings,
    sealer,
    known,
  }: { settings: CredentialSettings; sealer: Pick<Sealer, 'seal'>; known?: KnownCredentials | undefined },
): { payload: CasePayload; head: HeadTexts } {
  const found = foundCredentials(sealer);
  const sealed = sealPayload(payload, settings, found);
  const answered = sealingOf(sealer, settings.credentials, false);
  if (settings.credentials === 'seal') known?.note(found.secrets());
  const sealedCall = (call: RecordedCall) => {
    const own = sealFound(call, found);
    return known === undefined || settings.credentials !== 'seal' ? own : sealKnown(own, known);
  };
  const shown = (text: string) => found.without(shownSealed(sealText(text, answered)), () => 'sealed');
  return {
    payload: {
      ...sealed,
      calls: sealed.calls.map(sealedCall),
    },
    head: {
      operation: head.operation === null ? null : shown(head.operation),
      session: head.session === null ? null : found.without(head.session, digestIn),
      tags: Object.fromEntries(
        Object.entries(head.tags).map(([name, value]) => [
          name,
          isCredentialName(name) && settings.credentials !== 'keep' ? 'sealed' : shown(value),
        ]),
      ),
    },
  };
}

/** What follows from the value alone: part of the nonce in a placeholder. */
const digestIn = (placeholder: string): string => placeholder.slice(22, 36);
