/** What lighthouse-run.ts uses of Lighthouse. `npm run bench:web` alone installs the package, so its own types are not there. */
declare module 'lighthouse' {
  interface Audit {
    score: number | null;
    numericValue?: number;
    displayValue?: string;
    title: string;
    details?: unknown;
  }
  interface Report {
    runtimeError?: { message: string };
    audits: Record<string, Audit | undefined>;
    categories: Record<
      string,
      { score: number | null; auditRefs: { id: string; weight: number }[] }
    >;
  }
  export default function lighthouse(
    url: string,
    flags: object,
  ): Promise<{ lhr: Report } | undefined>;
}
