/** The compiled module, as bundlers and edge workers import it. */
declare const module: object;
export default module;
