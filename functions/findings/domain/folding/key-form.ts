const TOKEN = /[\p{L}\p{N}]+/gu;

/**
 * The form of a name that may be a key: its words stay, numbers are `#`, and words with digits inside are `?`
 * (`sku-0017` is `sku-#`, `x7Kp2Qa` is `?`). Null for a name without digits, which may be any field.
 */
export function keyForm(name: string): string | null {
  if (!/\d/.test(name)) return null;
  return name.replaceAll(TOKEN, (token) => {
    if (!/\d/.test(token)) return token;
    const [, word] = /^(\p{L}*)\d+$/u.exec(token) ?? [];
    return word === undefined ? '?' : `${word}#`;
  });
}
