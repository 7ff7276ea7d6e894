import { awsWorld } from '../../platform/aws/world.ts';
import { consoleFamily } from '../../platform/http/families.ts';
import { streamingLambdaHandler } from '../../platform/http/lambda-handler.ts';
import { awsConfig } from '../../platform/settings/config.ts';
import { endpoints } from '../api/endpoints.ts';

const config = awsConfig(process.env);

export const handler = streamingLambdaHandler([consoleFamily(endpoints)], awsWorld(config), config);
