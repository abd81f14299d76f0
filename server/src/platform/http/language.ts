import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLanguage, type Language } from '#domain/languages.ts';

/** The product's language that `Accept-Language` prefers; regions count as their language; default English. */
export function languageOf(request: Pick<FastifyRequest, 'headers'>): Language {
  let preferred: Language = 'en';
  let highest = 0;
  for (const range of (request.headers['accept-language'] ?? '').slice(0, 500).split(',')) {
    const [tag = '', ...parameters] = range
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const quality = weight === undefined ? 1 : Number(weight);
    const [language] = tag.split('-');
    if (isLanguage(language) && quality > highest) {
      preferred = language;
      highest = quality;
    }
  }
  return preferred;
}

/** Sets Content-Language, and Vary: Accept-Language. */
export function setLanguageHeaders(reply: FastifyReply, language: Language): void {
  void reply.header('content-language', language);
  const varies = String(reply.getHeader('vary') ?? '');
  if (!/accept-language/i.test(varies)) {
    void reply.header('vary', varies ? `${varies}, Accept-Language` : 'Accept-Language');
  }
}
