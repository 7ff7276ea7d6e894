import { type ArchiveRefusal, MAX_ARCHIVE_FILES, type UnpackedFile } from './archive-limits.ts';

const BLOCK = 512;
const CHECKSUM = { start: 148, end: 156 };
const BLANK = 0x20;
const LATIN1 = new TextDecoder('latin1');
const UTF8 = new TextDecoder('utf-8');

/** Whether bytes begin with the header of a tar archive, by its checksum. */
export const isTar = (bytes: Uint8Array): boolean => bytes.byteLength >= BLOCK && hasChecksum(bytes.subarray(0, BLOCK));

/**
 * The regular files of a tar archive (POSIX ustar, with the long names of pax and GNU tar), as views of its bytes.
 * Links, devices and directories are left out: nothing is ever written to a disk.
 */
export function tarFiles(bytes: Uint8Array): UnpackedFile[] | ArchiveRefusal {
  const files: UnpackedFile[] = [];
  let longName: string | null = null;
  let count = 0;
  for (let at = 0; at + BLOCK <= bytes.byteLength; ) {
    const header = bytes.subarray(at, at + BLOCK);
    if (header[0] === 0 && header.every((byte) => byte === 0)) break;
    const size = octal(header, 124, 136);
    if (size === null || !hasChecksum(header)) return 'broken';
    if (++count > MAX_ARCHIVE_FILES) return 'tooMany';
    const start = at + BLOCK;
    if (start + size > bytes.byteLength) return 'broken';
    const content = bytes.subarray(start, start + size);
    const type = String.fromCharCode(header[156] ?? 0);
    if (type === 'L') longName = textOf(content, 0, content.length);
    else if (type === 'x') longName = paxPath(content) ?? longName;
    else {
      if (type === '0' || type === '\0' || type === '7')
        files.push({ name: longName ?? nameOf(header), bytes: content });
      if (type !== 'g' && type !== 'K') longName = null;
    }
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
  return files;
}

function hasChecksum(header: Uint8Array): boolean {
  const stated = octal(header, CHECKSUM.start, CHECKSUM.end);
  const sum = header.reduce((total, byte, at) => total + (at >= CHECKSUM.start && at < CHECKSUM.end ? BLANK : byte), 0);
  return stated !== null && stated === sum && header[0] !== 0;
}

/** Null for anything but octal digits: sizes in base 256 are beyond the limit of an import anyway. */
function octal(header: Uint8Array, start: number, end: number): number | null {
  const text = LATIN1.decode(header.subarray(start, end))
    .replace(/[\0 ]+$/, '')
    .trimStart();
  return /^[0-7]{1,12}$/.test(text) ? Number.parseInt(text, 8) : null;
}

function nameOf(header: Uint8Array): string {
  const isUstar = textOf(header, 257, 262) === 'ustar';
  const prefix = isUstar ? textOf(header, 345, 500) : '';
  const name = textOf(header, 0, 100);
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** A text that ends with the first NUL. */
function textOf(bytes: Uint8Array, start: number, end: number): string {
  const field = bytes.subarray(start, end);
  const nul = field.indexOf(0);
  return UTF8.decode(nul === -1 ? field : field.subarray(0, nul));
}

/** The `path` record of a pax header (`<length> path=<value>\n`); null if there is none. */
const paxPath = (content: Uint8Array): string | null =>
  /(?:^|\n)\d+ path=([^\n]+)\n/.exec(UTF8.decode(content))?.[1] ?? null;
