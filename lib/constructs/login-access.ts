import { ArnFormat, Stack } from 'aws-cdk-lib';
import { Grant, type Role } from 'aws-cdk-lib/aws-iam';
import type { Config } from '../../functions/platform/settings/config.ts';
import type { ChannelKey } from './channel-key.ts';

/** What the service seals for itself (functions/repositories): keys of access tokens, and addresses on their way to the mail. */
const SIGNING_KEYS = 'signing-keys';
const CODE_REQUESTS = 'code-requests';

/** Whether codes are mailed at all (interface 1, SVC_LOGIN_DOMAINS). */
export const mailsCodes = ({ loginDomains }: Pick<Config, 'loginDomains'>): boolean => loginDomains.length > 0;

/** Lets a function read and write access tokens; whoever needs the keys first makes them. */
export function grantTokens(grantee: Role, key: ChannelKey): void {
  key.grantSealOf(grantee, SIGNING_KEYS);
  key.grantOpenOf(grantee, SIGNING_KEYS);
}

/** Lets a function put wishes for codes in line, and not read them. */
export function grantAskForCodes(grantee: Role, key: ChannelKey): void {
  key.grantSealOf(grantee, CODE_REQUESTS);
}

/** Lets a function read the wishes for codes that are in line. */
export function grantAnswerCodes(grantee: Role, key: ChannelKey): void {
  key.grantOpenOf(grantee, CODE_REQUESTS);
}

/** Lets a function mail from the address of SVC_MAIL_FROM, be it verified by itself or by its domain. */
export function grantMail(grantee: Role, config: Pick<Config, 'loginDomains' | 'mailFrom'>): void {
  if (!mailsCodes(config)) return;
  const identities = [config.mailFrom, config.mailFrom.slice(config.mailFrom.lastIndexOf('@') + 1)];
  const resourceArns = identities.map((resourceName) =>
    Stack.of(grantee).formatArn({
      ...{ service: 'ses', resource: 'identity', resourceName, arnFormat: ArnFormat.SLASH_RESOURCE_NAME },
    }),
  );
  Grant.addToPrincipal({ grantee, actions: ['ses:SendEmail'], resourceArns });
}
