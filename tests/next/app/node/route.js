import { answer } from '../../../hosts/src/answer.mjs';

export const dynamic = 'force-dynamic';

export const GET = () => new Response(answer());
