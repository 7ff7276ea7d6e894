/** Null for what is not percent-encoding of a text. */
export function percentDecoded(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch (fault) {
    if (fault instanceof URIError) return null;
    throw fault;
  }
}
