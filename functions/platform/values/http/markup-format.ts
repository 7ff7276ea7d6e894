/**
 * The format of a text that begins with `<`, without whitespace before it; the header counts where that is ambiguous.
 */
export function markupFormat(text: string, contentType: string): 'html' | 'xml' {
  const saysHtml = /\bhtml\b/i.test(contentType);
  const isHtml = /^<!doctype html|^<html[\s>]/i.test(text) || (saysHtml && !text.startsWith('<?xml'));
  return isHtml ? 'html' : 'xml';
}
