/** The part of the package that is used here; it brings no types of its own. */
declare module 'fontverter' {
  export function convert(font: Uint8Array, to: 'sfnt'): Promise<Uint8Array>;
}
