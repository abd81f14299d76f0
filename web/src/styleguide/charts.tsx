import { BarChart, LineChart, ShareBar } from '../ui/chart.tsx';
import { Money } from '../ui/money.tsx';
import { Section, Specimen } from './section.tsx';

/** The drawings of figures; beside each the product has the table of the same figures. */
export function Charts({ say }: { say: (english: string, arabic: string) => string }) {
  const labels = [say('Aug', 'أغسطس'), say('Sept', 'سبتمبر'), say('Oct', 'أكتوبر')];
  const top = <Money amount="150000.00" />;
  return (
    <Section title="Charts">
      <div className="grid gap-8 lg:grid-cols-2">
        <Specimen name="BarChart">
          <BarChart
            labels={labels}
            top={top}
            series={[
              {
                id: 'financed',
                name: say('Financed', 'المموَّل'),
                tone: 'palm',
                values: [150, 90, 120],
              },
              {
                id: 'collected',
                name: say('Collected', 'المحصّل'),
                tone: 'due',
                values: [20, -15, 100],
              },
            ]}
          />
        </Specimen>
        <Specimen name="LineChart">
          <LineChart
            labels={labels}
            top={top}
            series={[
              {
                id: 'owed',
                name: say('Outstanding', 'القائم'),
                tone: 'palm',
                values: [90, 150, 120],
              },
              {
                id: 'overdue',
                name: say('Overdue', 'المتأخر'),
                tone: 'overdue',
                values: [0, 20, 30],
              },
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
