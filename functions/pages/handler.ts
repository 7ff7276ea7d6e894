import { awsWorld } from '../aws/world.ts';
import { awsConfig } from '../config.ts';
import { endpoints as consoleApi } from '../console-api/endpoints.ts';
import { pageLambdaHandler } from '../http/page-lambda-handler.ts';
import { endpoints as logApi } from '../log-api/endpoints.ts';
import { endpoints as openApi } from '../open-api/endpoints.ts';
import { endpoints as recorderApi } from '../recorder-api/endpoints.ts';
import { assets } from './assets.ts';
import { pages } from './pages.ts';
import { problemPage } from './problem.ts';

const config = awsConfig(process.env);
const endpoints = [...consoleApi, ...recorderApi, ...logApi, ...openApi];

export const handler = pageLambdaHandler({ pages, assets, endpoints, problem: problemPage }, awsWorld(config), config);
