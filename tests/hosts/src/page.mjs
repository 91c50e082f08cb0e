import { answer } from './answer.mjs';

window.answers = { own: answer() };
const worker = new Worker(new URL('./web-worker.mjs', import.meta.url), { type: 'module' });
worker.onmessage = ({ data }) => (window.answers.worker = data);
worker.onerror = ({ message }) => (window.answers.worker = `error: ${message}`);
