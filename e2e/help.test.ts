import { expect } from '@playwright/test';

import { enter, newAgency, newPerson, newStaff, newTicket } from './people.ts';
import { staffedTest as test } from './product.ts';

/** The help page of companies and agencies, and the messages that it takes to the console. */

test('a help message from a ticket page becomes a task of staff, and the answer appears on the help page', async ({
  page,
  browser,
  product,
}) => {
  const [company, agency] = [await newPerson(product.url, 'company'), await newAgency(product.url)];
  await company.api('PUT', '/api/company', { name: 'Najd Coffee' });
  const { ticket_number } = await newTicket(company, agency, { amount: '500.00' });
  const asking = await company.open(browser, `/tickets/${ticket_number}`);

  await test.step('the message names its ticket', async () => {
    await asking.getByRole('link', { name: 'Ask us about this ticket' }).click();
    await expect(asking).toHaveURL(`/help?ticket=${ticket_number}`);
    await expect(asking.getByLabel('Ticket it is about')).toHaveValue(ticket_number);
    await asking.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(asking.getByText('Write your message first.')).toBeVisible();
    await asking.getByRole('textbox', { name: 'Your message' }).fill('When is the agency paid?');
    await asking.getByRole('button', { name: 'Send', exact: true }).click();
    const mine = asking.getByRole('region', { name: 'Your messages' });
    await expect(mine).toContainText('When is the agency paid?');
    await expect(mine).toContainText('Not answered yet');
    await expect(asking.getByRole('textbox', { name: 'Your message' })).toHaveValue('');
  });

  await test.step('a ticket of another party is refused at its field, and the message stays', async () => {
    await asking.getByRole('textbox', { name: 'Your message' }).fill('And this one?');
    await asking.getByLabel('Ticket it is about').fill('HM-999999');
    await asking.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(asking.getByLabel('Ticket it is about')).toHaveAttribute('aria-invalid', 'true');
    await expect(asking.getByRole('textbox', { name: 'Your message' })).toHaveValue(
      'And this one?',
    );
  });

  await test.step('staff see it in the queue until it is answered', async () => {
    const staff = await newStaff(product);
    await enter(page, staff, '/operations');
    await page.getByRole('link', { name: /Messages to answer/ }).click();
    const row = page.getByRole('row').filter({ hasText: 'When is the agency paid?' });
    await expect(row).toContainText('Najd Coffee');
    await expect(row).toContainText(ticket_number);
    await row.getByRole('button', { name: 'Answer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Answer Najd Coffee' });
    await dialog.getByLabel('Your answer').fill('Within a week of your request.');
    await dialog.getByRole('button', { name: 'Send the answer' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(row).toHaveCount(0);
    await page.getByRole('link', { name: 'Answered' }).click();
    await expect(row).toContainText('Within a week of your request.');
  });

  await test.step('the company reads the answer without a reload', async () => {
    const mine = asking.getByRole('region', { name: 'Your messages' });
    await expect(mine).toContainText('Within a week of your request.');
    await expect(mine).not.toContainText('Not answered yet');
  });
  await asking.context().close();
});

test('the help page explains the process, each status, costs, payment, lateness and complaints, in both languages', async ({
  browser,
  product,
}) => {
  const company = await newPerson(product.url, 'company');
  for (const [locale, topics] of [
    [
      'en',
      [
        'How it works',
        'What each status means',
        'What it costs',
        'How to pay',
        'What happens when you are late',
        'How to complain, and how to take a complaint further',
      ],
    ],
    [
      'ar',
      [
        'كيف يعمل',
        'معنى كل حالة',
        'التكلفة',
        'طريقة السداد',
        'ماذا يحدث عند تأخرك',
        'كيف تقدم شكوى، وإلى من تُحال بعدنا',
      ],
    ],
  ] as const) {
    const page = await company.open(browser, '/help', { locale });
    for (const name of topics) {
      await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
    }
    await page.context().close();
  }
});
