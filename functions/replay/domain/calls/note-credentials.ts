import { maySeal, placeholdersIn } from '../../../platform/values/sealed-text.ts';

/** Maximum placeholders that are kept of a side of a session, and characters of one: a longer one is a whole body. */
const MAX_KEPT = 32;
const MAX_LENGTH = 4096;

interface SealedResponse {
  headers: readonly (readonly [string, string])[];
  body: string | Uint8Array | null;
}

/** Keeps the placeholders of the credentials that a sealed response issued; the oldest ones are forgotten. */
export function noteCredentials(kept: Map<string, string | null>, { headers, body }: SealedResponse): void {
  const texts = headers.map(([, value]) => value);
  if (typeof body === 'string') texts.push(body);
  else if (body !== null) {
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    if (maySeal(bytes)) texts.push(bytes.toString('latin1'));
  }
  for (const text of texts) {
    if (!maySeal(text)) continue;
    for (const placeholder of placeholdersIn(text)) {
      if (placeholder.length > MAX_LENGTH) continue;
      const issued = kept.get(placeholder) ?? null;
      kept.delete(placeholder);
      kept.set(placeholder, issued);
      const [oldest] = kept.size > MAX_KEPT ? kept.keys() : [];
      if (oldest !== undefined) kept.delete(oldest);
    }
  }
}
