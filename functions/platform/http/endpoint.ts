import type * as v from 'valibot';
import type { JsonStream, JsonText } from '../values/typed-json.ts';
import type {
  ApiRequest,
  ApiResponse,
  Endpoint,
  ERRORS,
  ErrorShape,
  JsonResponse,
  NO_CONTENT,
  RefusalBody,
} from './api.ts';
import type { EndpointDoc } from './documents/endpoint-doc.ts';
import type { ErrorRow } from './error-row.ts';
import type { notModified } from './etag-of.ts';

/** A response whose body is a JSON text already. */
export interface JsonTextResponse<Body> extends Pick<ApiResponse, 'status' | 'headers'> {
  bytes: JsonText<Body>;
}

/** A response with a JSON text that is sent as it is written. */
interface JsonStreamResponse<Body> extends Pick<ApiResponse, 'status' | 'headers'> {
  stream: JsonStream<Body>;
}

/** What an endpoint with this document and these errors may answer; nothing else compiles. */
export type AnswerOf<Doc extends EndpointDoc, ErrorBody> =
  | JsonResponse<JsonOf<Doc>>
  | JsonTextResponse<JsonOf<Doc>>
  | JsonStreamResponse<JsonOf<Doc>>
  | JsonResponse<ErrorOf<Doc, ErrorBody>>
  | OtherMediaOf<Doc>
  | (304 extends keyof Doc['responses'] ? ReturnType<typeof notModified> : never)
  | typeof NO_CONTENT;

/** The type of the JSON bodies that a document describes, by the schemas of its responses. */
type JsonOf<Doc extends EndpointDoc> = {
  [Status in keyof Doc['responses']]: JsonMediaOf<Doc['responses'][Status]>;
}[keyof Doc['responses']];
type JsonMediaOf<Bodies> = {
  [Media in keyof Bodies]: Media extends `application/${string}json`
    ? Bodies[Media] extends { schema: infer S extends v.GenericSchema }
      ? v.InferOutput<S>
      : never
    : never;
}[keyof Bodies];

/** An error in the format of the endpoint. Plain JSON has a code that the document declares, or one that all share. */
type ErrorOf<Doc extends EndpointDoc, ErrorBody> = Doc extends { errorSchema: infer S extends v.GenericSchema }
  ? v.InferOutput<S>
  : ErrorBody extends RefusalBody
    ? RefusalBody<CodeOf<Doc>>
    : ErrorBody;

type CodeOf<Doc extends EndpointDoc> =
  | (typeof ERRORS)[keyof typeof ERRORS]['code']
  | (Doc extends { refusals: readonly (infer Row extends ErrorRow)[] } ? Row['code'] : never);

/** A response of another media type. */
export interface BytesResponse {
  status: number;
  headers: { 'content-type': string };
  bytes: Uint8Array;
}

/** Such a response, where the document has one. */
type OtherMediaOf<Doc extends EndpointDoc> = {
  [Status in keyof Doc['responses']]: Exclude<keyof Doc['responses'][Status], `application/${string}json`> extends never
    ? never
    : BytesResponse;
}[keyof Doc['responses']];

/** An endpoint with the types of its document and its errors. */
export interface TypedEndpoint<Services, Doc extends EndpointDoc, ErrorBody>
  extends Omit<Endpoint<Services>, 'doc' | 'errors' | 'answer'> {
  doc: Doc;
  errors: ErrorShape<ErrorBody>;
  answer: (request: ApiRequest, services: Services) => Promise<AnswerOf<Doc, ErrorBody>>;
}

/** An endpoint whose answers have the schemas of its document. */
export const endpoint = <Services, Doc extends EndpointDoc, ErrorBody>(
  typed: TypedEndpoint<Services, Doc, ErrorBody>,
): Endpoint<Services> => typed;
