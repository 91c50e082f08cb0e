declare module 'mcp-tool-risk/mcp-tool-risk.wasm?url' {
  const url: string;
  export default url;
}
