import './style.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { start } from './state.ts';
import { restore } from './link.ts';

// What the address holds comes first, so that no other list is graded for nothing.
await restore();
start();
render(<App />, document.getElementById('app')!);
addEventListener('hashchange', () => void restore());

if (import.meta.env.PROD && 'serviceWorker' in navigator) void navigator.serviceWorker.register('./sw.js').catch(() => {});
