import { ANSWER_MS } from './api/request-timeout.ts';

/**
 * Scripts that stand in the head and run before first paint: theme and language are right from the first pixel. They
 * are text, because they must not wait for a file; the content security policy knows them by their hashes.
 */

const theme = `try{const t=localStorage.getItem('hamla.theme');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`;

/** The application's screens have no language in their address: the device's choice, else the browser's. */
export const applicationFirstPaint = `${theme};(()=>{let l;try{l=localStorage.getItem('hamla.language')}catch{}if(l!=='ar'&&l!=='en')l=/^ar\\b/.test(navigator.language)?'ar':'en';const d=document.documentElement;d.lang=l;d.dir=l==='ar'?'rtl':'ltr'})()`;

/**
 * A public page says whether this device keeps a session, so that its header leads to Log In or to the own dashboard from
 * the first pixel (ui/public-layout.tsx). And it stands in its address's language. Whoever has chosen the other one on this device is led there, and so
 * is a first visit to the home page with an Arabic browser; who goes back sees the page that was there, and who comes
 * from a page of ours has asked for this one: a switch opened in a tab of its own stays there. Always to a path of ours:
 * what follows /ar may begin with two slashes, which alone would name another host.
 */
export const publicFirstPaint = `${theme};try{if(localStorage.getItem('hamla.session'))document.documentElement.dataset.member='';const p=location.pathname,c=document.documentElement.lang;let l=localStorage.getItem('hamla.language');if(!l&&p==='/'&&/^ar\\b/.test(navigator.language))l='ar';if((l==='ar'||l==='en')&&l!==c&&!document.referrer.startsWith(location.origin+'/')&&performance.getEntriesByType('navigation')[0]?.type!=='back_forward')location.replace((l==='ar'?'/ar'+(p==='/'?'':p):'/'+p.slice(3).replace(/^\\/+/,''))+location.search+location.hash)}catch{}`;

/**
 * Follows the application's first script in the shell of a screen: fetches the texts in the language that it has found,
 * and begins to read what the screen shows, as the person whose session this device keeps, when their role can read it.
 * `call` takes the answer over (api/prefetched-response.ts). `l` is the language.
 * @param texts the addresses of the files by language
 */
export function prefetchScript(
  texts: Record<string, readonly string[]>,
  reads?: { path: string; role: string },
): string {
  const preload = `for(const f of ${JSON.stringify(texts)}[l]){const k=document.createElement('link');k.rel='modulepreload';k.href=f;document.head.append(k)}`;
  const read = reads
    ? `;try{const s=JSON.parse(localStorage.getItem('hamla.session'));if(s.expires_at*1e3>Date.now()+12e4&&s.user.user_metadata.role===${JSON.stringify(reads.role)}){const a='Bearer '+s.access_token,p=fetch(${JSON.stringify(reads.path)},{headers:{accept:'application/json','accept-language':l,authorization:a},signal:AbortSignal.timeout(${ANSWER_MS})});p.catch(()=>{});window.hamlaEarly={path:${JSON.stringify(reads.path)},language:l,authorization:a,began:Date.now(),answer:p}}}catch{}`
    : '';
  return `;{const l=document.documentElement.lang;${preload}${read}}`;
}
