import {
  base64url,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  SignJWT,
} from 'jose';

const part = (value: object) => base64url.encode(JSON.stringify(value));

/** What attackers make of a good access token, by the name of the attack. */
export async function forgedTokens(
  url: string,
  real: string,
  { refreshToken, victim }: { refreshToken: string; victim: string },
): Promise<Record<string, string>> {
  const { keys } = (await (await fetch(`${url}/auth/v1/.well-known/jwks.json`)).json()) as {
    keys: { kid: string; x: string }[];
  };
  const { kid, x } = keys[0]!;
  const [head, body, signature] = real.split('.') as [string, string, string];
  const header = decodeProtectedHeader(real);
  const withHeader = (changed: object) => `${part({ ...header, ...changed })}.${body}.${signature}`;
  const withClaims = (claims: object) =>
    `${head}.${part({ ...decodeJwt(real), ...claims })}.${signature}`;
  const pair = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(pair.publicKey);
  /** Signed with the attacker's own key. */
  const foreign = (named: object, claims: object = {}) =>
    new SignJWT({ ...decodeJwt(real), ...claims })
      .setProtectedHeader({ alg: 'ES256', ...named })
      .sign(pair.privateKey);
  const hmac = (secret: string) =>
    new SignJWT(decodeJwt(real))
      .setProtectedHeader({ alg: 'HS256', kid })
      .sign(new TextEncoder().encode(secret));
  return {
    'alg none': `${part({ alg: 'none' })}.${body}.`,
    'alg None with the kid': `${part({ alg: 'None', kid })}.${body}.`,
    'HS256 with the public key': await hmac(JSON.stringify(keys[0])),
    'HS256 with the public x': await hmac(x.padEnd(32, 'A')),
    'a foreign key under our kid': await foreign({ kid }),
    'a foreign key without kid': await foreign({}),
    'a key inside the header': await foreign({ jwk, kid: 'mine' }),
    'a key behind jku': await foreign({ jku: 'https://evil.example/jwks.json', kid: 'mine' }),
    'a key behind x5u': await foreign({ x5u: 'https://evil.example/cert.pem', kid: 'mine' }),
    'kid as a path': await foreign({ kid: '../../../../dev/null' }),
    'kid as SQL': await foreign({ kid: `' or '1'='1` }),
    'an unknown critical header': withHeader({ crit: ['x'], x: 1 }),
    'ES384 named': withHeader({ alg: 'ES384' }),
    'an edited sub': withClaims({ sub: victim }),
    'an edited role': withClaims({ role: 'service_role', app_metadata: { role: 'staff' } }),
    'an edited expiry': withClaims({ exp: 9_999_999_999 }),
    'an edited issuer': withClaims({ iss: 'https://evil.example/auth/v1' }),
    'an edited audience': withClaims({ aud: 'service' }),
    'another session': withClaims({ session_id: crypto.randomUUID() }),
    'another assurance': withClaims({ aal: 'aal2' }),
    'a foreign key and another issuer': await foreign({ kid }, { iss: 'https://evil.example' }),
    'no signature': `${head}.${body}.`,
    'a cut signature': real.slice(0, -4),
    'an edited signature': real.replace(/.{10}$/, 'AAAAAAAAAA'),
    'two parts': `${head}.${body}`,
    'five parts': `${real}.a.b`,
    'the refresh token': refreshToken,
    'the anonymous key': 'anon',
    'no JSON inside': 'aaaa.bbbb.cccc',
    'twelve kilobytes': `${real}${'A'.repeat(12_000)}`,
    'a megabyte': 'A'.repeat(1024 * 1024),
  };
}
