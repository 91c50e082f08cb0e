import { answer } from '../../../hosts/src/answer.mjs';

export const config = { runtime: 'edge' };

export default function handler() {
  return new Response(answer());
}
