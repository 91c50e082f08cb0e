import { answer } from './answer.mjs';

console.log(answer());
