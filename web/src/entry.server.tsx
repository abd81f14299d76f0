import { renderToReadableStream } from 'react-dom/server';
import { ServerRouter, type EntryContext } from 'react-router';

/**
 * Renders a content page, or the application's empty page, at build time. A file of our own, because
 * React Router otherwise writes `isbot` into package.json whenever it builds.
 * @returns the page, once all of it is rendered
 * @throws what the page throws: a build must fail rather than write half a page
 */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  let failure: unknown;
  const page = await renderToReadableStream(
    <ServerRouter context={routerContext} url={request.url} />,
    {
      onError: (error) => {
        failure ??= error;
      },
    },
  );
  await page.allReady;
  if (failure !== undefined) throw failure;
  headers.set('Content-Type', 'text/html');
  return new Response(page, { status, headers });
}
