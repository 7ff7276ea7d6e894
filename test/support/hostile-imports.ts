import { gzipSync } from 'node:zlib';

/** Files that cost far more than their bytes when each part of them is an object, or is looked at again and again. */
const SEPARATOR = '\n🐵🙈🙉\n';
const POST = '1 a 1700000000000000000\nPOST / HTTP/1.1\r\n';
const CHUNKED = `${POST}Transfer-Encoding: chunked\r\n\r\n`;

/** Text of about this many bytes. */
const repeated = (text: string, bytes: number) => text.repeat(Math.ceil(bytes / Buffer.byteLength(text)));

const har = (entries: string) => `{"log":{"version":"1.2","entries":[${entries}]}}`;
const request = (members: string) =>
  `{"request":{"method":"POST","url":"http://a.test/"${members}},"response":{"status":200,"content":{}}}`;
const list = (element: string, bytes: number) => repeated(`${element},`, bytes).slice(0, -1);

/** What a GoReplay file of about this many bytes can look like. */
export const HOSTILE_GOREPLAY: Readonly<Record<string, (bytes: number) => string>> = {
  'separators only': (bytes) => repeated(SEPARATOR, bytes),
  'payloads of one byte': (bytes) => repeated(`x${SEPARATOR}`, bytes),
  'responses without a request': (bytes) => repeated(`2 a 1\n${SEPARATOR}`, bytes),
  'responses to earlier replays': (bytes) => repeated(`3 a 1\n${SEPARATOR}`, bytes),
  'requests of one id': (bytes) => repeated(`1 a 1\nGET / HTTP/1.1\r\n\r\n${SEPARATOR}`, bytes),
  'no separator': (bytes) => `${POST}\r\n${repeated('x', bytes)}`,
  'beginnings of separators': (bytes) => `${POST}\r\n${repeated(SEPARATOR.slice(0, -1), bytes)}`,
  'no line feed': (bytes) => repeated('1 a 1 ', bytes),
  'chunks of one byte': (bytes) => `${CHUNKED}${repeated('1\r\nx\r\n', bytes)}0\r\n\r\n`,
  'a chunk size without end': (bytes) => `${CHUNKED}${repeated('0', bytes)}`,
  'chunk extensions': (bytes) => `${CHUNKED}${repeated('1;aaaaaaaaaaaa\r\nx\r\n', bytes)}`,
  'trailers without end': (bytes) => `${CHUNKED}0\r\n${repeated('a:b\r\n', bytes)}`,
  headers: (bytes) => `${POST}${repeated('a:b\r\n', bytes)}\r\n`,
  'continued headers': (bytes) => `${POST}a: b\r\n${repeated(' b\r\n', bytes)}\r\n`,
  'blanks in a header': (bytes) => `${POST}a:${repeated(' ', bytes)}\r\n\r\n`,
  'a line of blanks': (bytes) => `${POST}a: b\r\n${repeated(' ', bytes)}\r\n\r\n`,
  'a line of tabs, then requests': (bytes) => `${POST}a: b\n${repeated('\t', bytes)}\n\nGET / HTTP/1.1\n\n`,
  'requests one after the other': (bytes) => `1 a 1\n${repeated('GET / HTTP/1.1\r\n\r\n', bytes)}`,
  'interim responses': (bytes) =>
    `1 a 1\nGET / HTTP/1.1\r\n\r\n${SEPARATOR}2 a 2\n${repeated('HTTP/1.1 100 C\r\n\r\n', bytes)}`,
};

/** What a HAR of about this many bytes can look like. */
export const HOSTILE_HAR: Readonly<Record<string, (bytes: number) => string>> = {
  'empty entries': (bytes) => har(list('{}', bytes)),
  'small entries': (bytes) => har(list(request(''), bytes)),
  'objects as headers': (bytes) => har(request(`,"headers":[${list('{}', bytes)}]`)),
  'headers without end': (bytes) => har(request(`,"headers":[${list('{"name":"a","value":"b"}', bytes)}]`)),
  'lines in a header': (bytes) => har(request(`,"headers":[{"name":"a","value":"${repeated('\\n', bytes)}"}]`)),
  'form parameters': (bytes) => har(request(`,"postData":{"params":[${list('{"name":"a"}', bytes)}]}`)),
  'one name again and again': (bytes) => har(request(`,${list('"bodySize":0', bytes)}`)),
  'arrays in arrays': (bytes) => har(request(`,"_x":${repeated('[', bytes / 2)}${repeated(']', bytes / 2)}`)),
  'arrays in arrays, outside': (bytes) =>
    `{"log":{"entries":[],"_x":${repeated('[', bytes / 2)}${repeated(']', bytes / 2)}}}`,
  'a string without end': (bytes) => `{"log":{"entries":[{"a":"${repeated('x', bytes)}`,
  'a name without end': (bytes) => `{"log":{"${repeated('x', bytes)}`,
  'a backslash again and again': (bytes) => har(`{"a":"${repeated('\\\\', bytes)}"}`),
  'entries without end': (bytes) => `{"log":{"entries":[${repeated('{"a":1},', bytes)}`,
  'blanks between entries': (bytes) => har(`${request('')},${repeated(' ', bytes)}${request('')}`),
  'blanks in base64': (bytes) =>
    har(request('').replace('{}', `{"encoding":"base64","text":"${repeated('  a', bytes)}"}`)),
};

/** A GoReplay file of this many exchanges, each with a response that unfolds to this many bytes. */
export function gzipBombs(count: number, unfolded: number): Buffer {
  const body = gzipSync(Buffer.alloc(unfolded));
  const separator = Buffer.from(SEPARATOR);
  const exchange = (index: number) => [
    Buffer.from(`1 ${index} ${index + 1}000000\nGET /${index} HTTP/1.1\r\n\r\n`),
    separator,
    Buffer.from(
      `2 ${index} ${index + 2}000000 1\nHTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`,
    ),
    body,
    separator,
  ];
  return Buffer.concat(Array.from({ length: count }, (_, index) => exchange(index)).flat());
}
