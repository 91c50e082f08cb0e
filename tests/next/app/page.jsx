import { answer } from '../../hosts/src/answer.mjs';
import { Client } from './client';

export const dynamic = 'force-dynamic';

// The same question on the server and, once the page has come to life, in the browser.
export default function Page() {
  return (
    <>
      <pre id="server">{answer()}</pre>
      <Client />
    </>
  );
}
