/**
 * Stands for the site's origin in built pages, sitemap.xml and robots.txt: absolute addresses are known only where the
 * server runs (`SITE_URL`), and it puts them in.
 */
export const originPlaceholder = 'https://origin.invalid';
