import type { AuthorizationServer, allowInsecureRequests, Client, customFetch } from 'oauth4webapi';

/** How to reach a provider: through the egress policy, and without TLS only on this machine. */
export interface WayOut {
  [customFetch]: (url: string, options: RequestInit) => Promise<Response>;
  [allowInsecureRequests]: boolean;
}

/** A provider's metadata and our client registration. */
export interface Parties {
  server: AuthorizationServer;
  client: Client;
  wayOut: WayOut;
}

/**
 * The differences between GitHub and OpenID Connect issuers; every method throws if the provider violates the protocol.
 */
export interface ProviderKind {
  scope: string;
  /** Whether it identifies users by a signed token, which names the login that it belongs to. */
  hasIdToken: boolean;
  server(wayOut: WayOut): Promise<AuthorizationServer>;
  /** The verified mail address of the subject of the token response; null if there is none. */
  verifiedMail(parties: Parties, tokenAnswer: Response, nonce: string): Promise<string | null>;
}
