/** Bytes of a text on a page: special characters are written as entities, unseen ones as marks. */
export const textBytes = (text: string): number =>
  Buffer.byteLength(text) + 5 * (text.match(/["&<>']/g)?.length ?? 0) + 24 * (text.match(UNSEEN)?.length ?? 0);

const UNSEEN = /[^\P{C}\t\n]/gu;

/** Cuts texts so that all of them together are at most so many bytes on the page. */
export function pageBudget(bytes: number): (text: string, max: number) => string {
  let left = bytes;
  return (text, max) => {
    const piece = text.slice(0, max);
    const needed = textBytes(piece);
    const cut = needed <= left ? piece : piece.slice(0, Math.floor((piece.length * left) / needed));
    left -= Math.min(needed, left);
    return cut;
  };
}
