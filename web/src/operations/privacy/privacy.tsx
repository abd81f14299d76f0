import { Trans, useLingui } from '@lingui/react/macro';
import type { Privacy } from '#api/privacy.ts';
import { call } from '../../api/call.ts';
import { QueryResult } from '../../api/query-result.tsx';
import { Card } from '../../ui/card.tsx';
import { DocumentTitle } from '../../ui/document-title.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useConsoleQuery } from '../kit/use-console-query.ts';
import { FindPerson } from './find-person.tsx';
import { PersonRequests } from './person-requests.tsx';
import { RetentionErasures, RetentionRules } from './retention-rules.tsx';

/** What people ask for of their personal data, how long it is stored, and what was erased. */
export default function PrivacyPage() {
  const { t } = useLingui();
  const answer = useConsoleQuery(['privacy'], (signal) => call('read_privacy', { signal }));
  return (
    <>
      <DocumentTitle name={`${t`Personal data`} · ${t`Operations`}`} />
      <PageHeader
        title={<Trans>Personal data</Trans>}
        lead={
          <Trans>
            Exports, erasures and retention periods take two people. A request is answered within 30
            days.
          </Trans>
        }
      />
      <QueryResult query={answer}>
        {(privacy) => <Content privacy={privacy} now={new Date(answer.dataUpdatedAt)} />}
      </QueryResult>
    </>
  );
}

function Content({ privacy, now }: { privacy: Privacy; now: Date }) {
  return (
    <div className="grid gap-12">
      <Card look="plain" title={<Trans>Somebody asks for their data</Trans>}>
        <FindPerson />
      </Card>
      <Card look="plain" title={<Trans>Requests</Trans>}>
        <PersonRequests requests={privacy.requests} now={now} />
      </Card>
      <Card look="plain" title={<Trans>How long data is stored</Trans>}>
        <RetentionRules rules={privacy.rules} now={now} />
      </Card>
      <Card look="plain" title={<Trans>Erased by the daily job</Trans>}>
        <RetentionErasures erasures={privacy.erasures} />
      </Card>
    </div>
  );
}
