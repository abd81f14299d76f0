import { expect, test } from './product.ts';

test.use({
  environment: {
    PLATFORM_NAME: 'Hamla Company',
    PLATFORM_NAME_AR: 'شركة حملة',
    PLATFORM_CR_NUMBER: '1010123456',
    PLATFORM_VAT_NUMBER: '310123456700003',
    PLATFORM_ADDRESS: 'King Fahd Road, Riyadh 12271',
    PLATFORM_ADDRESS_AR: 'طريق الملك فهد، الرياض 12271',
    PLATFORM_LICENCE: 'Licensed by the authority, No. 12/345',
    PLATFORM_LICENCE_AR: 'مرخصة من الجهة المختصة برقم 12/345',
  },
});

test('the footer and the legal pages state the identity of the environment, in the language of the page', async ({
  page,
  request,
}) => {
  const english = [
    'Hamla Company',
    '1010123456',
    '310123456700003',
    'King Fahd Road, Riyadh 12271',
    'Licensed by the authority, No. 12/345',
  ];
  const arabic = [
    'شركة حملة',
    '1010123456',
    '310123456700003',
    'طريق الملك فهد، الرياض 12271',
    'مرخصة من الجهة المختصة برقم 12/345',
  ];
  for (const [path, facts] of [
    ['/', english],
    ['/terms', english],
    ['/privacy', english],
    ['/ar', arabic],
    ['/ar/terms', arabic],
    ['/ar/no-such-page', arabic],
  ] as const) {
    await page.goto(path);
    for (const fact of facts) await expect(page.getByRole('contentinfo')).toContainText(fact);
    if (/terms|privacy/.test(path))
      for (const fact of facts) await expect(page.getByRole('main')).toContainText(fact);
    expect(await page.content()).not.toContain('{{');
  }
  // Still within the first round trip, as public-pages.test.ts has it of a page without these.
  for (const path of ['/', '/ar']) {
    const answer = await request.get(path, { headers: { 'accept-encoding': 'br' } });
    const head = answer.headersArray().map(({ name, value }) => `${name}: ${value}\r\n`);
    const length = Number(answer.headers()['content-length']) + head.join('').length;
    expect(length, path).toBeLessThanOrEqual(14_600);
  }
});
