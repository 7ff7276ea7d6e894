import { shownSealed } from '../../../platform/values/sealed-text.ts';
import { isCredentialName } from '../masks/credential-names.ts';
import type { CasePayload } from '../recorded-case.ts';
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

/** Shorter credentials are not searched for in other texts, where they may be words. */
const MIN_SEARCHED = 8;
/** Maximum credentials of a case that are searched for in its other texts. */
const MAX_SEARCHED = 100;

/**
 * Seals a case and the texts of its head, which hold no sealed value: a credential of the case is shown there as
 * `sealed`; the key of a session is replaced by one that follows from it. Calls hold credentials under names of their own
 * (a token that is a parameter of a statement), so the credentials of the request and response are sealed there too.
 */
export function sealCase(
  payload: CasePayload,
  head: HeadTexts,
  { settings, sealer }: { settings: CredentialSettings; sealer: Pick<Sealer, 'seal' | 'open'> },
): { payload: CasePayload; head: HeadTexts } {
  const found = new Map<string, string>();
  const noting: Pick<Sealer, 'seal' | 'open'> = {
    open: sealer.open,
    seal(kind, value) {
      const placeholder = sealer.seal(kind, value);
      const text = kind === 't' ? Buffer.from(value).toString() : '';
      if (SEARCHED.test(text) && text.length >= MIN_SEARCHED && found.size < MAX_SEARCHED) found.set(text, placeholder);
      return placeholder;
    },
  };
  const sealed = sealPayload(payload, settings, noting);
  const answered = sealingOf(sealer, settings.credentials, false);
  const without = (text: string, shown: (placeholder: string) => string) =>
    [...found].reduce((all, [secret, placeholder]) => all.replaceAll(secret, shown(placeholder)), text);
  const shown = (text: string) => without(shownSealed(sealText(text, answered)), () => 'sealed');
  const asPlaceholder = (placeholder: string) => placeholder;
  return {
    payload: {
      ...sealed,
      calls: sealed.calls.map((call) => ({
        ...call,
        target: without(call.target, asPlaceholder),
        operation: without(call.operation, asPlaceholder),
        request: without(call.request, asPlaceholder),
        response: without(call.response, asPlaceholder),
        error: call.error && without(call.error, asPlaceholder),
      })),
    },
    head: {
      operation: head.operation === null ? null : shown(head.operation),
      session: head.session === null ? null : without(head.session, digestIn),
      tags: Object.fromEntries(
        Object.entries(head.tags).map(([name, value]) => [
          name,
          isCredentialName(name) && settings.credentials !== 'keep' ? 'sealed' : shown(value),
        ]),
      ),
    },
  };
}

/** Characters that no encoding changes, so that a text has the credential as it is. */
const SEARCHED = /^[\w.~-]+$/;

/** What follows from the value alone: part of the nonce in a placeholder. */
const digestIn = (placeholder: string): string => placeholder.slice(22, 36);
