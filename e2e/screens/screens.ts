import { accountScreens } from './account-screens.ts';
import { agencyScreens } from './agency-screens.ts';
import { companyScreens } from './company-screens.ts';
import { consoleScreens } from './console-screens.ts';
import { payScreens } from './pay-screens.ts';
import { placeScreens } from './place-screens.ts';
import type { Screen } from './screen.ts';
import { visitorScreens } from './visitor-screens.ts';

/** Every screen and every state worth seeing. */
export const screens: Screen[] = [
  ...visitorScreens,
  ...accountScreens,
  ...companyScreens,
  ...agencyScreens,
  ...payScreens,
  ...placeScreens,
  ...consoleScreens,
];
