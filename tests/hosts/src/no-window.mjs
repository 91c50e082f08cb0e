// Whoever looks at one of these on a server, takes it for a browser.
for (const name of ['window', 'document', 'location', 'self', 'fetch', 'XMLHttpRequest']) {
  Object.defineProperty(globalThis, name, { get: () => { throw new Error(`the package looks at ${name}`); }, configurable: true });
}
