import * as v from 'valibot';

/** The supported identity providers (interface 4.8). */
export const OauthType = v.picklist(['github', 'google', 'oidc']);
export type OauthType = v.InferOutput<typeof OauthType>;
