import * as v from 'valibot';

/** What a service says of itself (`GET /api/login/options`), as far as it is checked. */
const ServerOptions = v.object({
  serviceVersion: v.string(),
  publicUrl: v.string(),
  openApi: v.picklist(['off', 'open', 'token']),
  logins: v.picklist(['none', 'listed', 'any']),
  codesBy: v.picklist(['mail', 'outbox']),
  providers: v.array(v.string()),
  guests: v.boolean(),
});
export type ServerOptions = v.InferOutput<typeof ServerOptions>;

const Answer = v.object({ body: ServerOptions });

/** Parses the answer; null if another server, or an older service, answered. */
export function parseServerOptions(text: string): ServerOptions | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Answer), text);
  return parsed.success ? parsed.output.body : null;
}
