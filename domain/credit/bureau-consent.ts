import type { Language } from '../languages.ts';

/**
 * The version of the words by which a company consents that a credit bureau is asked. Changed words are a new version: a consent
 * keeps the version that was read.
 */
export const CONSENT_WORDS_VERSION = 1;

/** A bureau by the name that people read. */
interface NamedBureau {
  name: string;
  name_ar: string;
}

/** The sentences of the consent, in their order. They name the bureau and the purpose. */
export function consentWords(bureau: NamedBureau, language: Language): string[] {
  return language === 'ar'
    ? [
        `أوافق على أن تستعلموا عن شركتي لدى ${bureau.name_ar} برقم سجلها التجاري، وأن أطلع أنا وفريقكم على الدرجة التي يجيب بها.`,
        'الغرض هو التحليل الائتماني لشركتي ولا شيء غيره: تُعرض الدرجة بجانب التحليل، ولا تغيّر نتيجته ولا ميزانيتي.',
        'يمكنني سحب هذه الموافقة هنا في أي وقت: تُحذف الدرجة حينها ولا يُستعلم بعدها عن شيء. ومن دونها يستمر تحليلي بلا هذه الدرجة.',
      ]
    : [
        `I agree that you ask ${bureau.name} about my company by its commercial registration number, and that I and your staff see the score that it answers.`,
        'The purpose is the credit analysis of my company and nothing else: the score is shown beside the analysis and changes neither its result nor my budget.',
        'I may withdraw this consent here at any time: the score is deleted then, and nothing more is asked. Without it my analysis goes on, without this score.',
      ];
}
