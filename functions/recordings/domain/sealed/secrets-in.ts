import { SEALED } from '../../../platform/values/sealed-text.ts';
import type { Secret } from './found-credentials.ts';
import type { Sealer } from './sealer.ts';

const MAX_SECRETS = 100;

/** The credentials that are sealed in these texts as values of their own. */
export function secretsIn(texts: readonly string[], sealer: Pick<Sealer, 'open'>): Secret[] {
  const found = new Map<string, string>();
  for (const text of texts) {
    for (const [placeholder] of text.matchAll(SEALED)) {
      if (found.size >= MAX_SECRETS) break;
      const opened = sealer.open(placeholder);
      if (opened?.kind === 't') found.set(opened.bytes.toString(), placeholder);
    }
  }
  return [...found];
}
