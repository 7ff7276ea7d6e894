import type { Header } from '../../platform/outbound/outbound.ts';
import { maySeal } from '../../platform/values/sealed-text.ts';
import { isCredentialName } from '../../recordings/domain/masks/credential-names.ts';
import { mapCredential } from '../../recordings/domain/sealed/credential-parts.ts';
import type { Sealer } from '../../recordings/domain/sealed/sealer.ts';

/** An opener that notes the credentials which it opens, with their placeholders. */
export const noting = (sealer: Pick<Sealer, 'open'>, secrets: Map<string, string>): Pick<Sealer, 'open'> => ({
  open: (placeholder) => {
    const opened = sealer.open(placeholder);
    if (opened?.kind === 't') secrets.set(opened.bytes.toString(), placeholder);
    return opened;
  },
});

/** Notes the credentials in headers of a request that is sent: of settings, and the token of a login. */
export function noteHeaders(
  headers: readonly Header[],
  sealer: Pick<Sealer, 'seal'>,
  secrets: Map<string, string>,
): void {
  for (const [name, value] of headers) {
    if (!isCredentialName(name)) continue;
    mapCredential(name, value, (part) => {
      if (!secrets.has(part) && !maySeal(part)) secrets.set(part, sealer.seal('t', part));
      return part;
    });
  }
}
