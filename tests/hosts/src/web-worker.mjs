import { answer } from './answer.mjs';

postMessage(answer());
