/** A part of a multipart body (RFC 7578), as it is written. */
export interface MultipartPart {
  /** Of the field, as it is written; empty if it has none. */
  name: string;
  /** Of the content; empty if it says none. */
  contentType: string;
  /** Boundary and headers, with the blank line behind them. */
  head: string;
  content: string;
  /** The line break that belongs to the boundary behind it. */
  end: string;
}

/**
 * Splits a multipart body at the boundary that it begins with. A piece without headers is a part without content:
 * `head` has all of it. Null if it has no boundary. All parts in their order, `head + content + end` each, are the body
 * again.
 */
export function multipartParts(text: string): MultipartPart[] | null {
  const boundary = /^\s*(--[^\r\n]{1,72})\r?\n/.exec(text)?.[1];
  if (boundary === undefined) return null;
  return text.split(boundary).map((piece, at) => partOf(at === 0 ? piece : boundary + piece));
}

function partOf(piece: string): MultipartPart {
  const blank = /\r?\n\r?\n/.exec(piece);
  if (blank === null) return { name: '', contentType: '', head: piece, content: '', end: '' };
  const head = piece.slice(0, blank.index + blank[0].length);
  const [end] = /(?:\r?\n)?$/.exec(piece.slice(head.length)) ?? [''];
  const disposition = /^content-disposition:.*$/im.exec(head)?.[0] ?? '';
  return {
    name: /[;\s]name="?([^";\r\n]*)/i.exec(disposition)?.[1] ?? '',
    contentType: /^content-type:\s*([^\r\n]*)/im.exec(head)?.[1] ?? '',
    head,
    content: piece.slice(head.length, piece.length - end.length),
    end,
  };
}
