import type { AuthorizationServer, allowInsecureRequests, Client, customFetch } from 'oauth4webapi';

/** Options of a request, any of which may be undefined. */
type FetchOptions = { [Name in keyof RequestInit]: RequestInit[Name] | undefined };

/** How to reach a provider: through the egress policy, and without TLS only on this machine. */
export interface ProviderFetch {
  [customFetch]: (url: string, options: FetchOptions) => Promise<Response>;
  [allowInsecureRequests]: boolean;
}

/** A provider's metadata and our client registration. */
interface ProviderContext {
  server: AuthorizationServer;
  client: Client;
  providerFetch: ProviderFetch;
}

/**
 * The differences between GitHub and OpenID Connect issuers; every method throws if the provider violates the protocol.
 */
export interface ProviderKind {
  scope: string;
  /** Whether it identifies users by a signed token, which names the login that it belongs to. */
  hasIdToken: boolean;
  server(providerFetch: ProviderFetch): Promise<AuthorizationServer>;
  /** The verified mail address of the subject of the token response; null if there is none. */
  verifiedMail(parties: ProviderContext, tokenAnswer: Response, nonce: string): Promise<string | null>;
}
