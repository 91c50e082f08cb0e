import './style.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { start } from './state.ts';

start();
render(<App />, document.getElementById('app')!);

if (import.meta.env.PROD && 'serviceWorker' in navigator) void navigator.serviceWorker.register('./sw.js').catch(() => {});
