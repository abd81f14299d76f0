import { BarChart, LineChart, ShareBar, StackedBarChart } from '../ui/chart.tsx';
import { ShareLineChart } from '../ui/share-line-chart.tsx';
import { Section, Specimen } from './section.tsx';

/** The drawings of figures; beside each the product has the table of the same figures. */
export function Charts({ say }: { say: (english: string, arabic: string) => string }) {
  const labels = [say('Aug', 'أغسطس'), say('Sept', 'سبتمبر'), say('Oct', 'أكتوبر')];
  return (
    <Section title="Charts">
      <div className="grid gap-8 lg:grid-cols-2">
        <Specimen name="BarChart">
          <BarChart
            labels={labels}
            series={[
              {
                id: 'financed',
                name: say('Financed', 'المموَّل'),
                tone: 'palm',
                values: [15_000_00, 9_000_00, 12_000_00],
              },
              {
                id: 'collected',
                name: say('Collected', 'المحصّل'),
                tone: 'due',
                values: [2_000_00, -1_500_00, 10_000_00],
              },
            ]}
          />
        </Specimen>
        <Specimen name="StackedBarChart">
          <StackedBarChart
            labels={labels}
            series={[
              {
                id: 'paid',
                name: say('Paid', 'مدفوع'),
                tone: 'palm',
                values: [6_000_00, 3_000_00, 0],
              },
              {
                id: 'overdue',
                name: say('Overdue', 'متأخر'),
                tone: 'overdue',
                look: 'dotted',
                values: [0, 4_000_00, 0],
              },
              {
                id: 'later',
                name: say('Due later', 'يستحق لاحقًا'),
                tone: 'due',
                look: 'light',
                values: [0, 2_000_00, 9_000_00],
              },
              {
                id: 'planned',
                name: say('Planned', 'مجدول'),
                tone: 'ink',
                look: 'open',
                values: [0, 0, 6_000_00],
              },
            ]}
          />
        </Specimen>
        <Specimen name="LineChart">
          <LineChart
            labels={labels}
            series={[
              {
                id: 'owed',
                name: say('Outstanding', 'القائم'),
                tone: 'palm',
                values: [9_000_00, 15_000_00, 12_000_00],
              },
              {
                id: 'overdue',
                name: say('Overdue', 'المتأخر'),
                tone: 'overdue',
                values: [0, 2_000_00, 3_000_00],
              },
            ]}
          />
        </Specimen>
        <Specimen name="ShareLineChart">
          <ShareLineChart
            labels={labels}
            lines={[
              { id: 'current', name: say('Not overdue', 'غير متأخر'), values: [121, 98, 143] },
              { id: 'late', name: say('Overdue', 'متأخر'), values: [400, null, 512] },
            ]}
          />
        </Specimen>
        <Specimen name="ShareBar">
          <ShareBar share={0.35} />
          <ShareBar share={0.08} tone="overdue" />
        </Specimen>
      </div>
    </Section>
  );
}
