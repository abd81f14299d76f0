/** Types of the used part of the package, which has none. */
declare module 'fontverter' {
  export function convert(font: Uint8Array, to: 'sfnt'): Promise<Uint8Array>;
}
