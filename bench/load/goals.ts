import { growthLimits, type Limits } from '../tools/figures.ts';
import { LOOKS_A_SECOND } from './beside.ts';

/** What a run is held against: a goal that the product aims at, and a floor below which `npm run bench` fails. */
export interface Goal extends Limits {
  id: string;
  name: string;
  unit: string;
}

const share = (id: string, name: string, floor: number): Goal => ({
  id,
  name,
  goal: 0.8,
  floor,
  unit: '× the limit',
});

/** Against pgbench asking what the product asks of a dashboard that it has kept. */
const asked = (id: string, name: string): Goal => ({
  id: `asked/${id}`,
  name: `${name} against PostgreSQL asked whether it stands`,
  goal: 0.8,
  unit: '×',
});

const tail = (operation: string, name: string): Goal => ({
  id: `tail/${operation}`,
  name: `p99 of ${name}`,
  goal: 3,
  isMost: true,
  unit: '× its p50',
});

const growth = (id: string, name: string): Goal => ({
  id,
  name: `p50 of the ${name}, by that among 10,000 tickets`,
  ...growthLimits,
  unit: '×',
});

export const goals: readonly Goal[] = [
  share('limit/company dashboard', 'Company dashboard against the limit', 0.65),
  share('limit/agency dashboard', 'Agency dashboard against the limit', 0.65),
  share('first/company dashboard', 'Company dashboard, nothing kept, against the limit', 0.65),
  share('first/agency dashboard', 'Agency dashboard, nothing kept, against the limit', 0.65),
  asked('company dashboard', 'Company dashboard'),
  asked('agency dashboard', 'Agency dashboard'),
  share('limit/create ticket', 'Create ticket against the limit', 0.6),
  share('limit/approve ticket', 'Approve ticket against the limit', 0.6),
  share('limit/reject ticket', 'Reject ticket against the limit', 0.6),
  {
    id: 'lite/company dashboard',
    name: 'Company dashboard against @supabase/lite',
    goal: 16,
    floor: 12,
    unit: '×',
  },
  {
    id: 'lite/create ticket',
    name: 'Create ticket against @supabase/lite',
    goal: 8,
    floor: 6,
    unit: '×',
  },
  {
    id: 'postgraphile/company dashboard',
    name: 'Company dashboard against PostGraphile',
    goal: 6,
    unit: '×',
  },
  {
    id: 'parse/company dashboard',
    name: 'Company dashboard against Parse Server',
    goal: 6,
    unit: '×',
  },
  // What ships is held to the floors above; a first look to its goals, and to the limit's floor.
  {
    id: 'first-lite/company dashboard',
    name: 'Company dashboard, nothing kept, against @supabase/lite',
    goal: 16,
    unit: '×',
  },
  {
    id: 'first-postgraphile/company dashboard',
    name: 'Company dashboard, nothing kept, against PostGraphile',
    goal: 6,
    unit: '×',
  },
  {
    id: 'first-parse/company dashboard',
    name: 'Company dashboard, nothing kept, against Parse Server',
    goal: 6,
    unit: '×',
  },
  growth('growth/company dashboard', 'company dashboard'),
  growth('growth/agency dashboard', 'agency dashboard'),
  growth('first-growth/company dashboard', 'company dashboard, nothing kept'),
  growth('first-growth/agency dashboard', 'agency dashboard, nothing kept'),
  tail('company dashboard', 'the company dashboard'),
  tail('agency dashboard', 'the agency dashboard'),
  tail('create ticket', 'creating a ticket'),
  tail('approve ticket', 'approving a ticket'),
  tail('reject ticket', 'rejecting a ticket'),
  tail('sign-in', 'a sign-in'),
  tail('token refresh', 'a token refresh'),
  tail('public page', 'the public page'),
  { id: 'argon2/sign-in', name: 'Sign-ins against bare argon2id', goal: 0.9, unit: '×' },
  {
    id: 'beside/p99',
    name: `p99 of at most ${LOOKS_A_SECOND} dashboards a second beside one sign-in at a time`,
    goal: 2,
    isMost: true,
    unit: '× without',
  },
  { id: 'memory/idle', name: 'Memory of an idle server', goal: 140, isMost: true, unit: 'MB' },
  {
    id: 'memory/loaded',
    name: 'Memory of a server under load',
    goal: 280,
    isMost: true,
    unit: 'MB',
  },
  {
    id: 'ready',
    name: 'From start to ready on an existing database',
    goal: 1,
    isMost: true,
    unit: 's',
  },
];
