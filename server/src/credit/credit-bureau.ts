/** What a bureau answers about one company. */
interface BureauScore {
  /** 0 to `max_score`, whole. */
  score: number;
  max_score: number;
}

/**
 * A credit bureau. One is asked only with the consent of the company, and only by the job `ask_bureau`. An adapter of a real one
 * implements this and is chosen in open-bureau.ts.
 */
export interface CreditBureau {
  /** Names it in consents: never given to another one. */
  id: string;
  name: string;
  name_ar: string;
  /** Whether its scores are invented: each screen says so beside them. */
  isTest: boolean;
  /**
   * @param cr_number ten digits.
   * @param signal ends the enquiry.
   * @throws Error where there is no answer; it is asked again later.
   */
  enquire(cr_number: string, signal: AbortSignal): Promise<BureauScore>;
}
