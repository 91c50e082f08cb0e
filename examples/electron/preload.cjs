// CommonJS, as sandboxed preload scripts are. No WebAssembly: their world does not let it compile.
const { contextBridge, ipcRenderer } = require('electron');

contextBridge.exposeInMainWorld('host', {
  tools: () => ipcRenderer.invoke('tools'),
  decide: (request) => ipcRenderer.invoke('decide', request),
});
