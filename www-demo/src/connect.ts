// Asks a server on this machine for its tools: Streamable HTTP, as far as `tools/list` needs it. The text of the
// answers is kept as it is, since a parsed and rewritten list would have lost duplicate keys.

const VERSION = '2025-11-25';
const MAX_PAGES = 100;

interface Answer {
  text: string;
  message: { result?: Record<string, unknown>; error?: { message?: string } };
}

/** Every page of `tools/list`, one tool list as text. */
export async function listTools(address: string): Promise<{ text: string; host: string }> {
  const url = new URL(address);
  if (!['localhost', '127.0.0.1'].includes(url.hostname) || url.protocol !== 'http:') {
    throw new Error('The page talks to http://localhost and http://127.0.0.1 alone, so that no list of yours can leave this machine.');
  }
  let session: string | null = null;
  let negotiated: string | undefined;
  let id = 0;
  const post = async (method: string, params: object, notification = false): Promise<Answer | null> => {
    const asked = notification ? undefined : ++id;
    let response: Response;
    try {
      response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...(session === null ? {} : { 'mcp-session-id': session }),
          ...(negotiated === undefined ? {} : { 'mcp-protocol-version': negotiated }),
        },
        body: JSON.stringify({ jsonrpc: '2.0', ...(asked === undefined ? {} : { id: asked }), method, params }),
        credentials: 'omit',
      });
    } catch {
      throw new Error('The server did not answer, or does not let web pages ask (it would have to send CORS headers).');
    }
    if (!response.ok) throw new Error(`The server answered ${response.status} to ${method}.`);
    session = response.headers.get('mcp-session-id') ?? session;
    if (asked === undefined) return null;
    const type = response.headers.get('content-type') ?? '';
    const answer = type.includes('text/event-stream') ? await fromStream(response, asked) : await fromText(await response.text());
    if (answer.message.error) throw new Error(`The server refused ${method}: ${answer.message.error.message ?? 'no reason given'}`);
    return answer;
  };
  const hello = await post('initialize', { protocolVersion: VERSION, capabilities: {}, clientInfo: { name: 'mcp-tool-risk playground', version: '1' } });
  negotiated = String(hello?.message.result?.protocolVersion ?? VERSION);
  await post('notifications/initialized', {}, true);

  const pages: Answer[] = [];
  let cursor: unknown;
  do {
    const page = await post('tools/list', cursor === undefined ? {} : { cursor });
    if (!page) break;
    pages.push(page);
    cursor = page.message.result?.nextCursor ?? undefined;
  } while (cursor !== undefined && pages.length < MAX_PAGES);
  const [only] = pages;
  const text = pages.length === 1 && only ? only.text : JSON.stringify({ tools: pages.flatMap(({ message }) => (message.result?.tools as unknown[]) ?? []) });
  return { text, host: url.host };
}

async function fromText(text: string): Promise<Answer> {
  try {
    return { text, message: JSON.parse(text) };
  } catch {
    throw new Error('The server answered with something that is no JSON.');
  }
}

/** The event that answers the request; the stream is left then. */
async function fromStream(response: Response, id: number): Promise<Answer> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    rest += value ?? '';
    const events = rest.split(/\r?\n\r?\n/);
    rest = done ? '' : (events.pop() ?? '');
    for (const event of events) {
      const text = event.split(/\r?\n/).filter((line) => line.startsWith('data:')).map((line) => line.slice(5).replace(/^ /, '')).join('\n');
      if (!text) continue;
      const answer = await fromText(text);
      if ((answer.message as { id?: unknown }).id === id) {
        void reader.cancel();
        return answer;
      }
    }
    if (done) throw new Error('The server closed the stream without an answer.');
  }
}
