import { ArnFormat, Stack } from 'aws-cdk-lib';
import { Grant, type Role } from 'aws-cdk-lib/aws-iam';
import type { Config } from '../../functions/platform/settings/config.ts';

/** Whether codes are mailed at all (interface 1, SVC_LOGIN_DOMAINS). */
export const sendsCodes = ({ loginDomains }: Pick<Config, 'loginDomains'>): boolean => loginDomains.length > 0;

/** Lets a function mail from the address of SVC_MAIL_FROM, be it verified by itself or by its domain. */
export function grantMail(grantee: Role, config: Pick<Config, 'loginDomains' | 'mailFrom'>): void {
  if (!sendsCodes(config)) return;
  const identities = [config.mailFrom, config.mailFrom.slice(config.mailFrom.lastIndexOf('@') + 1)];
  const resourceArns = identities.map((resourceName) =>
    Stack.of(grantee).formatArn({
      service: 'ses',
      resource: 'identity',
      resourceName,
      arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
    }),
  );
  Grant.addToPrincipal({ grantee, actions: ['ses:SendEmail'], resourceArns });
}
