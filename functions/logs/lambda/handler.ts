import { awsWorld } from '../../aws/world.ts';
import { awsConfig } from '../../config.ts';
import { consoleFamily } from '../../http/families.ts';
import { streamingLambdaHandler } from '../../http/lambda-handler.ts';
import { endpoints } from '../api/endpoints.ts';

const config = awsConfig(process.env);

export const handler = streamingLambdaHandler([consoleFamily(endpoints)], awsWorld(config), config);
