import * as v from 'valibot';

/** Six digits; surrounding blanks are ignored. */
export const Code = v.pipe(v.string(), v.trim(), v.regex(/^\d{6}$/));

const code = v.nullish(v.pipe(Code, v.description('Both names are accepted.')));

/** The body that exchanges a code for tokens (interface 4.8). */
export const CodeInput = v.object({
  userName: v.pipe(v.string(), v.description('The email address that the code was sent to.')),
  verifyCode: code,
  verificationCode: code,
});

/** The body of a guest login (interface 4.8). */
export const GuestInput = v.object({
  userName: v.optional(
    v.pipe(
      v.unknown(),
      v.metadata({
        jsonSchema: { type: ['string', 'null'] },
        description: 'A name that an earlier guest login returned. Other names are ignored.',
      }),
    ),
  ),
});
