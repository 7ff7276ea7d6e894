import type { AuthorizationServer, allowInsecureRequests, Client, customFetch } from 'oauth4webapi';

/** How a provider is reached: through the egress policy, and without TLS only where it is on this machine. */
export interface WayOut {
  [customFetch]: (url: string, options: RequestInit) => Promise<Response>;
  [allowInsecureRequests]: boolean;
}

/** A provider and ourselves, as they know each other. */
export interface Parties {
  server: AuthorizationServer;
  client: Client;
  wayOut: WayOut;
}

/** What differs between GitHub and issuers of OpenID Connect; everything here throws where the provider does not keep to the rules. */
export interface ProviderKind {
  scope: string;
  /** Whether it says who somebody is by a signed token, which names the login that it is of. */
  hasIdToken: boolean;
  server(wayOut: WayOut): Promise<AuthorizationServer>;
  /** The verified mail address of whoever the token endpoint's answer is about; null where there is none. */
  verifiedMail(parties: Parties, tokenAnswer: Response, nonce: string): Promise<string | null>;
}
