import { describe, expect, test } from 'vitest';
import { rewrittenMultipart } from '../../../../functions/replay/domain/values/rewritten-multipart.ts';

const TYPE = 'multipart/form-data; boundary=cut';

const part = (disposition: string, content: string) =>
  `--cut\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
const bodyOf = (...parts: string[]) => `${parts.join('')}--cut--\r\n`;

function rewritten(body: string, contentType = TYPE, encoding: 'utf8' | 'base64' = 'utf8') {
  const seen: string[] = [];
  const text = rewrittenMultipart(body, encoding, contentType, (value, field) => {
    seen.push(`${field}=${value}`);
    return value.replaceAll('17', '4242');
  });
  return { text, seen };
}

describe('rewrittenMultipart', () => {
  test('rewrites text fields, and leaves everything around them', () => {
    const body = bodyOf(part('name="order"', '17'), part('name="note"', 'for 17 and 18'), part('name="empty"', ''));
    const { text, seen } = rewritten(body);
    expect(seen).toEqual(['order=17', 'note=for 17 and 18', 'empty=']);
    expect(text).toBe(
      bodyOf(part('name="order"', '4242'), part('name="note"', 'for 4242 and 18'), part('name="empty"', '')),
    );
  });

  test('reads names and values as UTF-8, a quoted boundary, and lines without CR', () => {
    const body = '--cut\nContent-Disposition: form-data; name="größe"\n\nüber 17\n--cut--\n';
    const { text, seen } = rewritten(body, 'multipart/form-data; Boundary="cut"; charset=utf-8');
    expect(seen).toEqual(['größe=über 17']);
    expect(text).toBe(body.replace('17', '4242'));
  });

  test('rewrites a body in base64 as base64', () => {
    const base64 = (latin1: string) => Buffer.from(latin1, 'latin1').toString('base64');
    const bytes = part('name="raw"', '\xff\xfe 17');
    const { text, seen } = rewritten(base64(bodyOf(part('name="order"', '17'), bytes)), TYPE, 'base64');
    expect(seen).toEqual(['order=17']);
    expect(text).toBe(base64(bodyOf(part('name="order"', '4242'), bytes)));
  });

  test.for<[what: string, part: string]>([
    ['a file', part('name="order"; filename="17.txt"', '17')],
    ['a file with an encoded name', part(`name="order"; filename*=UTF-8''17.txt`, '17')],
    ['a part without a name', part('size=2', '17')],
    ['a part of more than 64 KiB', part('name="order"', `17${' '.repeat(64 * 1024)}`)],
    ['a part without a blank line', '--cut\r\nContent-Disposition: form-data; name="order"\r\n17'],
  ])('leaves %s as it is', ([, one]) => {
    const body = bodyOf(one);
    expect(rewritten(body)).toEqual({ text: body, seen: [] });
  });

  test('leaves a body without a boundary as it is', () => {
    const body = bodyOf(part('name="order"', '17'));
    expect(rewritten(body, 'multipart/form-data')).toEqual({ text: body, seen: [] });
  });
});
