/** The part of the package that web/build-tools/fonts.ts uses; it brings no types of its own. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    characters: string,
    options: {
      targetFormat: 'woff2' | 'truetype';
      noHinting?: boolean;
      keepFeatures?: string[];
      /** Keeps of an axis what lies between, both included. */
      variationAxes?: Record<string, { min: number; max: number }>;
    },
  ): Promise<Buffer>;
}
