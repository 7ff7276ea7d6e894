declare const TEXT_OF: unique symbol;

/** The bytes of a JSON text, with the type of what it says. */
export type JsonText<Body> = Uint8Array & { readonly [TEXT_OF]: Body };

/** Such a text as it is written. */
export type JsonStream<Body> = AsyncIterable<Uint8Array> & { readonly [TEXT_OF]: Body };

/** The JSON text of a value. */
export const jsonText = <Body>(body: Body): JsonText<Body> => jsonTextOf(JSON.stringify(body));

/** The bytes of a text that is JSON already; its caller answers for its type. */
export const jsonTextOf = <Body>(text: string): JsonText<Body> =>
  // The type is only for the compiler: no member holds it.
  Buffer.from(text) as Uint8Array as JsonText<Body>;
