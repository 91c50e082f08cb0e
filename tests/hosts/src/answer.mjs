import * as risk from 'mcp-tool-risk';
import { ask } from './questions.mjs';

export const answer = () => ask(risk);
