import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

const TIME = Date.UTC(2026, 0, 1);
const TEXT = JSON.stringify(Array.from({ length: 60 }, (_, id) => ({ id, name: `"item" ${id}`, price: id * 1.25 })));
const HEADERS = Array.from({ length: 12 }, (_, n) => ({ name: `x-header-${n}`, value: `value ${n}` }));
const HEADER_LINES = HEADERS.map(({ name, value }) => `${name}: ${value}\r\n`).join('');

/** The parts of an entry of a HAR, as a browser saves it, around its time and its number: texts are joined faster. */
const HAR_ENTRY = JSON.stringify({
  startedDateTime: '<>',
  time: 12.5,
  request: {
    method: 'GET',
    url: 'http://shop.test/orders/<>?full=1',
    headers: HEADERS,
    queryString: [],
    bodySize: 0,
  },
  response: { status: 200, headers: HEADERS, content: { mimeType: 'application/json', text: TEXT } },
  cache: {},
  timings: { send: 0, wait: 12, receive: 0 },
}).split('<>');

const harEntryText = (n: number): string =>
  `${HAR_ENTRY[0]}${new Date(TIME + n * 1000).toISOString()}${HAR_ENTRY[1]}${n}${HAR_ENTRY[2]}`;

/** A request and its response in a GoReplay file. */
function goReplayText(n: number): string {
  const at = BigInt(TIME + n * 1000) * 1_000_000n;
  return (
    `1 ${n} ${at}\nGET /orders/${n}?full=1 HTTP/1.1\r\n${HEADER_LINES}\r\n\n🐵🙈🙉\n` +
    `2 ${n} ${at + 12_500_000n} 1000\nHTTP/1.1 200 OK\r\n${HEADER_LINES}Content-Length: ${TEXT.length}\r\n\r\n${TEXT}\n🐵🙈🙉\n`
  );
}

/** Writes a file of at least this many bytes without holding it; returns the number of its exchanges. */
export async function writeRecording(file: string, format: 'har' | 'goreplay', bytes: number): Promise<number> {
  const out = createWriteStream(file);
  let count = 0;
  let length = 0;
  if (format === 'har') out.write('{"log":{"version":"1.2","pages":[],"entries":[');
  while (length < bytes) {
    const text = format === 'har' ? `${count === 0 ? '' : ','}${harEntryText(count)}` : goReplayText(count);
    length += text.length;
    count++;
    if (!out.write(text)) await once(out, 'drain');
  }
  out.end(format === 'har' ? ']}}' : '');
  await once(out, 'close');
  return count;
}
