import type { Language } from '../languages.ts';

type SaudiBank = { bic: string; name: Record<Language, string> };

/**
 * Banks by the two digits that stand after the check digits of a Saudi IBAN: the clearing code that the Saudi Central Bank (SAMA)
 * gives each bank ("Bank Identifier" of http://www.sarie.gov.sa/iban/?iban=format&lang=en, IBAN Standards in Saudi Arabia).
 * SAMA publishes the codes to the participants of SARIE; these are the codes, and the BICs of SWIFT, that several of them and
 * those who pay through them publish in the same words, as of November 2026. A code on which they do not agree is not here, nor
 * one of a bank that was merged into another (40 Samba, 50 Alawwal): `BANK_CODES` of the settings adds what a platform's own
 * bank says.
 */
export const saudiBanks: Readonly<Record<string, SaudiBank>> = {
  '05': { bic: 'INMASARI', name: { en: 'Alinma Bank', ar: 'مصرف الإنماء' } },
  '10': { bic: 'NCBKSAJE', name: { en: 'Saudi National Bank', ar: 'البنك الأهلي السعودي' } },
  '15': { bic: 'ALBISARI', name: { en: 'Bank Albilad', ar: 'بنك البلاد' } },
  '20': { bic: 'RIBLSARI', name: { en: 'Riyad Bank', ar: 'بنك الرياض' } },
  '30': { bic: 'ARNBSARI', name: { en: 'Arab National Bank', ar: 'البنك العربي الوطني' } },
  '36': { bic: 'DBAKSARI', name: { en: 'D360 Bank', ar: 'بنك دال ثلاثمئة وستون' } },
  '45': { bic: 'SABBSARI', name: { en: 'Saudi Awwal Bank', ar: 'البنك السعودي الأول' } },
  '55': { bic: 'BSFRSARI', name: { en: 'Banque Saudi Fransi', ar: 'البنك السعودي الفرنسي' } },
  '60': { bic: 'BJAZSAJE', name: { en: 'Bank AlJazira', ar: 'بنك الجزيرة' } },
  '65': { bic: 'SIBCSARI', name: { en: 'Saudi Investment Bank', ar: 'البنك السعودي للاستثمار' } },
  '71': { bic: 'NBOBSARI', name: { en: 'National Bank of Bahrain', ar: 'بنك البحرين الوطني' } },
  '75': { bic: 'NBOKSAJE', name: { en: 'National Bank of Kuwait', ar: 'بنك الكويت الوطني' } },
  '76': { bic: 'BMUSSARI', name: { en: 'Bank Muscat', ar: 'بنك مسقط' } },
  '78': { bic: 'STCJSARI', name: { en: 'STC Bank', ar: 'بنك إس تي سي' } },
  '80': { bic: 'RJHISARI', name: { en: 'Al Rajhi Bank', ar: 'مصرف الراجحي' } },
  '81': { bic: 'DEUTSARI', name: { en: 'Deutsche Bank', ar: 'دويتشه بنك' } },
  '82': { bic: 'NBPASARI', name: { en: 'National Bank of Pakistan', ar: 'بنك باكستان الوطني' } },
  '85': { bic: 'BNPASARI', name: { en: 'BNP Paribas', ar: 'بي إن بي باريبا' } },
  '86': { bic: 'CHASSARI', name: { en: 'JPMorgan Chase Bank', ar: 'جي بي مورغان تشيس' } },
  '87': {
    bic: 'ICBKSARI',
    name: {
      en: 'Industrial and Commercial Bank of China',
      ar: 'البنك الصناعي والتجاري الصيني',
    },
  },
  '90': { bic: 'GULFSARI', name: { en: 'Gulf International Bank', ar: 'بنك الخليج الدولي' } },
  '95': { bic: 'EBILSARI', name: { en: 'Emirates NBD', ar: 'بنك الإمارات دبي الوطني' } },
};

/** The two digits of a Saudi IBAN that name its bank; the IBAN in capitals and without spaces. */
export const bankCodeOf = (iban: string): string => iban.slice(4, 6);

/** The bank of a Saudi IBAN; undefined where its code is not known. */
export const bankOf = (iban: string): SaudiBank | undefined => saudiBanks[bankCodeOf(iban)];

/** A BIC of ISO 9362, as both versions of pain.001 take it: 8 characters, or 11 with the branch. */
export const isBic = (text: string): boolean =>
  /^[A-Z]{6}[A-Z2-9][A-NP-Z0-9](?:[A-Z0-9]{3})?$/.test(text);
