import { useLingui } from '@lingui/react/macro';
import type { SpecializationCode } from '#domain/profiles/agency-profile.ts';

/** What an agency can do, in words. */
export function useSpecializationNames(): Record<SpecializationCode, string> {
  const { t } = useLingui();
  return {
    full_service_marketing: t`Full-service marketing`,
    web_design_support: t`Web design and support`,
    branding: t`Branding`,
    digital_advertising: t`Digital advertising`,
    photo_video_production: t`Photo and video production`,
    print_swag_promo: t`Print, giveaways and promotion`,
    radio_tv_billboards: t`Radio, TV and billboards`,
    seo: t`Search engine optimisation (SEO)`,
    social_media: t`Social media`,
    experiential_events: t`Experiential events`,
    other: t`Other`,
  };
}
