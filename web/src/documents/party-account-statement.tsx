import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { riyadhDate } from '#domain/calendar.ts';
import { periodOf } from '#domain/documents/account-statement-period.ts';
import { languageFacts } from '../i18n.ts';
import { Card } from '../ui/card.tsx';
import { IsoDate } from '../ui/iso-date.tsx';
import { DocumentRow } from './document-row.tsx';
import { DownloadDocumentButton } from './download-document-button.tsx';
import { DownloadInEachLanguage } from './download-in-each-language.tsx';

/** For staff: the statements of a company or of an agency, this year's and the last. */
export function PartyAccountStatement({
  of,
}: {
  of: { company_id: string } | { agency_id: string };
}) {
  const { t } = useLingui();
  const [today] = useState(() => riyadhDate(new Date()));
  return (
    <Card look="plain" title={<Trans>Statement of account</Trans>}>
      <ul className="grid gap-3">
        {(['this_year', 'last_year'] as const).map((name) => {
          const period = periodOf(name, today);
          const year = period.from.slice(0, 4);
          return (
            <DocumentRow
              key={name}
              name={name === 'this_year' ? <Trans>This year</Trans> : <Trans>Last year</Trans>}
              note={
                <>
                  <IsoDate date={period.from} /> – <IsoDate date={period.to} />
                </>
              }
            >
              <DownloadInEachLanguage
                of="staff_statement"
                inputIn={(language) => ({
                  query: { ...of, ...period, format: 'pdf' as const, language },
                })}
                labelIn={(language) =>
                  t`Download the statement of ${year} in ${languageFacts[language].name}`
                }
              />
              <DownloadDocumentButton
                small
                of="staff_statement"
                input={{ query: { ...of, ...period, format: 'csv' } }}
                label={t`Download the statement of ${year} as CSV`}
              >
                CSV
              </DownloadDocumentButton>
            </DocumentRow>
          );
        })}
      </ul>
    </Card>
  );
}
