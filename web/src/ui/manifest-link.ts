/**
 * Names the web manifest to the browser. Who puts the product on a home screen has used it first: the first view keeps the
 * connection to itself.
 */
export function addManifestLink(): void {
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = '/site.webmanifest';
  document.head.append(link);
}
