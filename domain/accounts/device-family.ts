/** Browsers and systems by what a user agent holds. The first that fits counts: most of them also name the later ones. */
const browsers = [
  ['Edge', /\bEdg(A|iOS|e)?\//],
  ['Opera', /\b(OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const;
const systems = [
  ['iOS', /\b(iPhone|iPad|iPod)\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const;

export const browserFamilies = browsers.map(([name]) => name);
export const systemFamilies = systems.map(([name]) => name);
type BrowserFamily = (typeof browsers)[number][0];
type SystemFamily = (typeof systems)[number][0];

/** What is kept of a device: no version, no model, nothing that tells one person's device from another's. */
interface DeviceFamily {
  /** Null: not recognised. */
  browser: BrowserFamily | null;
  system: SystemFamily | null;
}

/** The family of the device that sends a user agent, such as Chrome on Windows. */
export function deviceFamily(userAgent: string | undefined): DeviceFamily {
  const of = <Name>(families: readonly (readonly [Name, RegExp])[]) =>
    families.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0] ?? null;
  return { browser: of(browsers), system: of(systems) };
}
