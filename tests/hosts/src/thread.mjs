import { parentPort } from 'node:worker_threads';
import { answer } from './answer.mjs';

parentPort.postMessage(answer());
