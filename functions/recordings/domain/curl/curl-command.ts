import { INVISIBLE_CHARACTERS } from '../../../platform/values/invisible-characters.ts';
import { plainMask } from '../masks/mask.ts';
import { maskedRequest } from '../masks/masked-payload.ts';
import type { RecordedRequest } from '../recorded-case.ts';
import { shownSealedRequest } from '../sealed/shown-payload.ts';
import { type CurlHeaders, curlHeaders, shellQuoted } from './curl-headers.ts';

/** Maximum bytes of a body inside a command; a larger one is a file beside it. @internal */
export const MAX_COMMAND_BODY_BYTES = 64 * 1024;

/** The name of that file. */
export const BODY_FILE = 'request-body';

/** A recorded request as a command for a POSIX shell. */
export interface CurlCommand {
  command: string;
  /** Whether the command has no address of its own: the variable TARGET has to be set. */
  needsTarget: boolean;
  /** Shell variables that hold the credentials of headers; unset, the headers are not sent. */
  variables: string[];
  /** Whether values of the path or the body are left out. */
  isCut: boolean;
  /** Headers that a command cannot hold. */
  omitted: string[];
  /** Whether the body is the file BODY_FILE. */
  needsFile: boolean;
}

/**
 * The command that sends a recorded request again, without credentials. The variable TARGET names another address than
 * `address`, by default the recorded host.
 */
export function curlCommand(request: RecordedRequest, address: string | null = null): CurlCommand {
  const shown = shownSealedRequest(maskedRequest(request, plainMask));
  const headers = curlHeaders(request.headers, shown.headers);
  const known = knownAddress(headers, address);
  const { options, input, needsFile } = bodyOptions(shown);
  const command = [
    `${input}curl --globoff --path-as-is${headers.isCompressed ? ' --compressed' : ''}`,
    shown.method === 'HEAD' ? '--head' : `--request ${shellQuoted(shown.method)}`,
    `"${addressOf(known)}"${shellQuoted(urlPath(shown.path))}`,
    ...headers.options,
    // curl would add one of its own.
    ...(options.length > 0 && !headers.hasType ? ["--header 'content-type:'"] : []),
    ...options,
  ].join(' \\\n  ');
  return {
    command,
    needsTarget: known === null,
    variables: headers.variables,
    isCut: isCut(request.path, shown.path) || isCut(request.body ?? '', shown.body ?? ''),
    omitted: headers.omitted,
    needsFile,
  };
}

const isCut = (stored: string, shown: string): boolean =>
  stored !== shown || /\[redacted\]|%5Bredacted%5D/i.test(shown);

/** Addresses of other characters could end the expansion of a variable, or be another. */
const PLAIN_ADDRESS = /^https?:\/\/[A-Za-z0-9.:/_~%[\]-]+$/;

const knownAddress = ({ origin }: CurlHeaders, address: string | null): string | null =>
  address !== null && PLAIN_ADDRESS.test(address) ? address.replace(/\/+$/, '') : origin;

const addressOf = (known: string | null): string =>
  `\${TARGET:${known === null ? '?set it to the address of the application' : `-${known}`}}`;

/** A path as a url has it. */
const urlPath = (path: string): string =>
  path.toWellFormed().replaceAll(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character));

/** Also line ends that a page does not keep. */
const UNSEEN = new RegExp(String.raw`[[${INVISIBLE_CHARACTERS}]--[\t\n]]`, 'v');

function bodyOptions({ body, bodyEncoding }: RecordedRequest) {
  if (body === null || body === '') return { options: [], input: '', needsFile: false };
  const bytes = Buffer.from(body, bodyEncoding);
  if (bytes.byteLength > MAX_COMMAND_BODY_BYTES)
    return { options: [`--data-binary @${BODY_FILE}`], input: '', needsFile: true };
  if (bodyEncoding === 'utf8' && !UNSEEN.test(body))
    return { options: [`--data-raw ${shellQuoted(body)}`], input: '', needsFile: false };
  return {
    options: ['--data-binary @-'],
    input: `printf %s '${bytes.toString('base64')}' | base64 -d | `,
    needsFile: false,
  };
}
