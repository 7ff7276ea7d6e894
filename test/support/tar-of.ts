/** A tar archive (ustar) of files. `type` is the flag of every entry; `size` overrides what the headers declare. */
export function tarOf(
  files: Readonly<Record<string, string | Uint8Array>>,
  { type = '0', size }: { type?: string; size?: number } = {},
): Buffer {
  const blocks = Object.entries(files).flatMap(([name, content]) => {
    const bytes = Buffer.from(content);
    const header = Buffer.alloc(512);
    header.write(name.slice(0, 100), 0);
    header.write('0000644\0', 100);
    header.write((size ?? bytes.length).toString(8).padStart(11, '0'), 124);
    header.write('00000000000\0', 136);
    header.write(type, 156);
    header.write('ustar\x0000', 257);
    header.write('        ', 148);
    let sum = 0;
    for (const byte of header) sum += byte;
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}
