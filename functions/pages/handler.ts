import { awsWorld } from '../aws/world.ts';
import { awsConfig } from '../config.ts';
import { endpoints as consoleApi } from '../console-api/endpoints.ts';
import { endpoints as evaluationApi } from '../evaluation/api/endpoints.ts';
import { pageLambdaHandler } from '../http/page-lambda-handler.ts';
import { endpoints as logApi } from '../logs/api/endpoints.ts';
import { endpoints as openApi } from '../open-api/endpoints.ts';
import { endpoints as recorderApi } from '../recorder-api/endpoints.ts';
import { assets, STYLE } from './assets.ts';
import { pages } from './pages.ts';
import { problemPage } from './problem.ts';

const config = awsConfig(process.env);
const endpoints = [...consoleApi, ...recorderApi, ...logApi, ...openApi, ...evaluationApi];

const own = { pages, assets, endpoints, problem: problemPage, style: STYLE };

export const handler = pageLambdaHandler(own, awsWorld(config), config);
