/** Every error that this package throws: `code` is stable, `message` is for people. */
export class ToolRiskError extends Error {
  constructor(code, message, details = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'ToolRiskError';
    this.code = code;
    if (details.pointer !== undefined) this.pointer = details.pointer;
  }
}
