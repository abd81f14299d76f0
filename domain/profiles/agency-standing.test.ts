import { expect, test } from 'vitest';
import { agencyDecisions, canDecideOnAgency } from './agency-standing.ts';

const agency = {
  name: 'Sada Creative',
  company_registration_file: 'u/company_registration.pdf',
  isVerified: false,
  isSuspended: false,
  isNameHeld: false,
};
const possible = (change: Partial<typeof agency>) =>
  agencyDecisions.filter((decision) => canDecideOnAgency(decision, { ...agency, ...change }));

test('an agency is verified once, by its registration, and suspended or taken back whether or not it is', () => {
  expect(possible({})).toEqual(['verify', 'suspend']);
  expect(possible({ isVerified: true })).toEqual(['suspend']);
  expect(possible({ isSuspended: true })).toEqual(['verify', 'lift_suspension']);
  expect(possible({ isVerified: true, isSuspended: true })).toEqual(['lift_suspension']);
  expect(possible({ isVerified: true, isNameHeld: true })).toEqual([
    'verify',
    'accept_name',
    'suspend',
  ]);
});

test('without a name or a registration document there is nothing to verify', () => {
  for (const change of [
    { name: ' ' },
    { name: null as never },
    { company_registration_file: null as never },
  ]) {
    expect(possible(change)).toEqual(['suspend']);
  }
});
