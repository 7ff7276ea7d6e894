import { headerOf } from '../../../platform/values/http-tokens.ts';
import { bodyOfBase64 } from '../content-encoding.ts';
import type { HarRequest } from './har-entry.ts';

/** A body in the form that a case stores. */
export interface HarBody {
  body: string | null;
  bodyEncoding: 'utf8' | 'base64';
}

type RequestBody = HarBody & { contentType: string | null };

/** Returns the body of a HAR request, from its text or its params; null if the file does not contain it. */
export function harRequestBody({ postData, bodySize, headers }: HarRequest): RequestBody | null {
  const none: RequestBody = { body: null, bodyEncoding: 'utf8', contentType: null };
  if (postData === null) return bodySize > 0 ? null : none;
  const contentType = postData.mimeType === '' ? null : postData.mimeType;
  if (postData.text) {
    const decoded =
      postData.encoding === 'base64'
        ? bodyOfBase64(postData.text)
        : { body: postData.text, bodyEncoding: 'utf8' as const };
    return decoded && { ...decoded, contentType };
  }
  if (postData.params.length === 0) return bodySize > 0 ? null : none;
  const pairs = headers.map(({ name, value }): [string, string] => [name, value]);
  const type = headerOf(pairs, 'content-type') ?? postData.mimeType;
  const body = /^multipart\//i.test(type) ? multipart(postData.params, type) : form(postData.params);
  return body === null
    ? null
    : { body, bodyEncoding: 'utf8', contentType: contentType ?? 'application/x-www-form-urlencoded' };
}

type Params = NonNullable<HarRequest['postData']>['params'];

const form = (params: Params): string =>
  new URLSearchParams(params.map(({ name, value }): [string, string] => [name, value ?? ''])).toString();

/** Null if the archive lacks an uploaded file. */
function multipart(params: Params, type: string): string | null {
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type);
  const mark = boundary?.[1] ?? boundary?.[2];
  if (mark === undefined || params.some(({ fileName, value }) => fileName !== null && value === null)) return null;
  const parts = params.map(({ name, value, fileName, contentType }) => {
    const file = fileName === null ? '' : `; filename="${quoted(fileName)}"`;
    const typed = contentType === null ? '' : `Content-Type: ${contentType}\r\n`;
    return `--${mark}\r\nContent-Disposition: form-data; name="${quoted(name)}"${file}\r\n${typed}\r\n${value ?? ''}\r\n`;
  });
  return `${parts.join('')}--${mark}--\r\n`;
}

const quoted = (text: string) => text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
