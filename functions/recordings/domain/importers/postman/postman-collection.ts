import * as v from 'valibot';

const text = v.fallback(v.union([v.string(), v.pipe(v.union([v.number(), v.boolean()]), v.transform(String))]), '');
const optionalText = v.fallback(v.nullish(text, null), null);
const disabled = v.fallback(v.optional(v.boolean(), false), false);

/** A name with its value, as variables, headers, parameters and fields of forms are written. */
const Pair = v.object({ key: text, value: v.fallback(v.nullish(text, ''), ''), disabled });
export type Pair = v.InferOutput<typeof Pair>;
const Pairs = v.fallback(v.nullish(v.array(Pair), []), []);

/** Variables of a collection; environments are files of their own. */
export const Variables = v.fallback(
  v.nullish(
    v.array(v.object({ key: optionalText, id: optionalText, value: v.fallback(v.nullish(text, ''), ''), disabled })),
    [],
  ),
  [],
);
export type Variables = v.InferOutput<typeof Variables>;

/** Authorization by its type; its parameters are a list in 2.1 and an object in 2.0. */
export const Auth = v.fallback(v.nullish(v.looseObject({ type: v.string() }), null), null);
export type Auth = v.InferOutput<typeof Auth>;

const Url = v.union([
  v.pipe(
    v.string(),
    v.transform((raw) => ({ raw, variable: [] as Variables })),
  ),
  v.object({ raw: v.fallback(v.optional(v.string(), ''), ''), variable: Variables }),
]);

const FormPair = v.object({
  key: text,
  value: v.fallback(v.nullish(text, null), null),
  type: optionalText,
  contentType: optionalText,
  disabled,
});

/** The body of a request, by its mode. */
export const PostmanBody = v.fallback(
  v.nullish(
    v.object({
      mode: optionalText,
      raw: optionalText,
      urlencoded: Pairs,
      formdata: v.fallback(v.nullish(v.array(FormPair), []), []),
      graphql: v.fallback(v.nullish(v.object({ query: optionalText, variables: v.unknown() }), null), null),
      options: v.fallback(v.nullish(v.object({ raw: v.object({ language: v.string() }) }), null), null),
      disabled,
    }),
    null,
  ),
  null,
);
export type PostmanBody = v.InferOutput<typeof PostmanBody>;

/** A request; a text is the url of a GET. */
export const PostmanRequest = v.union([
  v.pipe(
    v.string(),
    v.transform((raw) => ({
      method: 'GET',
      url: { raw, variable: [] as Variables },
      header: [] as Pair[],
      body: null,
      auth: null,
    })),
  ),
  v.object({
    method: v.fallback(v.optional(v.string(), 'GET'), 'GET'),
    url: Url,
    header: Pairs,
    body: PostmanBody,
    auth: Auth,
  }),
]);
export type PostmanRequest = v.InferOutput<typeof PostmanRequest>;

/** A saved example. */
export const PostmanResponse = v.object({
  originalRequest: v.fallback(v.nullish(PostmanRequest, null), null),
  code: v.number(),
  header: v.fallback(v.nullish(v.array(v.object({ key: text, value: text })), []), []),
  body: v.fallback(v.nullish(v.string(), null), null),
  responseTime: v.fallback(v.nullish(v.union([v.number(), v.pipe(v.string(), v.transform(Number))]), null), null),
});
export type PostmanResponse = v.InferOutput<typeof PostmanResponse>;

/** The members of a collection that are read, without its items. */
export const PostmanCollection = v.object({
  info: v.object({ schema: v.pipe(v.string(), v.regex(/\/collection\/v2\.[01]\.\d+\//)) }),
  item: v.array(v.unknown()),
  variable: Variables,
  auth: Auth,
});
