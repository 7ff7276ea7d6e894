import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, test } from 'vitest';
import { sesMail } from '../../../functions/platform/aws/mail.ts';

test('sesMail sends text from the verified address to one receiver (interface 4.8)', async () => {
  const ses = mockClient(SESv2Client);
  ses.on(SendEmailCommand).resolves({ MessageId: 'm' });
  await sesMail(new SESv2Client({ region: 'us-east-1' }), 'replay@shop.test').send({
    to: 'ann@shop.test',
    subject: 'Your code',
    text: '123456',
  });
  expect(ses.commandCalls(SendEmailCommand).map(({ args }) => args[0].input)).toEqual([
    {
      FromEmailAddress: 'replay@shop.test',
      Destination: { ToAddresses: ['ann@shop.test'] },
      Content: {
        Simple: {
          Subject: { Data: 'Your code', Charset: 'UTF-8' },
          Body: { Text: { Data: '123456', Charset: 'UTF-8' } },
        },
      },
    },
  ]);
});
