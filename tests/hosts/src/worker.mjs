// Cloudflare's shape.
import { answer } from './answer.mjs';

export default { fetch: () => new Response(answer()) };
