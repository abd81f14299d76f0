import { useEffect, useState } from 'react';
import { Section, Specimen } from './section.tsx';

const surfaces = ['paper', 'raised', 'sunk', 'forest', 'saffron', 'leaf', 'leaf-shade'];
const washes = ['palm-wash', 'saffron-wash', 'due-wash', 'paid-wash', 'overdue-wash'];
const lines = ['line', 'line-strong'];
const inks = [
  'ink',
  'ink-soft',
  'ink-faint',
  'palm',
  'palm-strong',
  'saffron-ink',
  'due',
  'paid',
  'overdue',
];
/** Text on a flat colour. */
const pairs = [
  ['on-palm', 'palm'],
  ['on-palm', 'palm-strong'],
  ['on-status', 'due'],
  ['on-status', 'paid'],
  ['on-status', 'overdue'],
  ['on-forest', 'forest'],
] as const;

/** Colours with their contrast, type in both scripts, space, elevation and motion. */
export function Tokens() {
  return (
    <>
      <Section title="Colour" lead="Paper and ink; palm speaks, saffron is now, three statuses.">
        <Swatches names={[...surfaces, ...washes, ...lines]} />
        <h3 className="eyebrow mt-8 mb-3">Text on paper, raised and sunk: contrast</h3>
        <Contrasts />
      </Section>
      <Section title="Type" lead="Plex in both scripts, 400 and 600; Arabic from 1.6 line heights.">
        <Type />
      </Section>
      <Section title="Space, elevation, motion" lead="A grid of 8; hairlines; 150, 200, 250 ms.">
        <Specimen name="Space">
          <div className="flex flex-wrap items-end gap-4">
            {[1, 2, 3, 4, 6, 8, 12, 16].map((step) => (
              <span key={step} className="grid justify-items-center gap-1 text-sm tabular-nums">
                <span className="block bg-palm" style={{ width: step * 4, height: step * 4 }} />
                {step * 4}
              </span>
            ))}
          </div>
        </Specimen>
        <Specimen name="Elevation">
          <div className="flex flex-wrap gap-6">
            <span className="border border-line bg-sunk p-6">sunk</span>
            <span className="border border-line bg-raised p-6">raised</span>
            <span className="bg-raised p-6 shadow-float">float</span>
          </div>
        </Specimen>
        <Specimen name="Motion (hover)">
          <div className="flex flex-wrap gap-6">
            {['duration-150', 'duration-200', 'duration-250'].map((name) => (
              <span key={name} className="group/motion block w-40 border border-line p-2">
                <span
                  className={`block size-8 bg-saffron transition-transform ease-settle group-hover/motion:translate-x-28 rtl:group-hover/motion:-translate-x-28 ${name}`}
                />
                {name}
              </span>
            ))}
          </div>
        </Specimen>
      </Section>
    </>
  );
}

function Swatches({ names }: { names: readonly string[] }) {
  return (
    <ul className="grid grid-cols-2 gap-4 sm:grid-cols-4 lg:grid-cols-6">
      {names.map((name) => (
        <li key={name} className="text-sm">
          <span
            className="block h-16 border border-line"
            style={{ background: `var(--${name})` }}
          />
          <code dir="ltr">{name}</code>
        </li>
      ))}
    </ul>
  );
}

function Contrasts() {
  const ratio = useContrast();
  return (
    <ul className="grid gap-x-8 sm:grid-cols-2 lg:grid-cols-4">
      {inks.map((ink) => (
        <li key={ink} className="border-t border-line py-2">
          <span className="text-heading" style={{ color: `var(--${ink})` }}>
            {ink}
          </span>
          <span className="block text-sm tabular-nums">
            <bdi dir="ltr">
              {['paper', 'raised', 'sunk'].map((back) => ratio(ink, back)).join(' · ')}
            </bdi>
          </span>
        </li>
      ))}
      {pairs.map(([ink, back]) => (
        <li key={ink + back} className="border-t border-line py-2">
          <span
            className="text-heading px-2"
            style={{ color: `var(--${ink})`, background: `var(--${back})` }}
          >
            {ink}
          </span>
          <span className="block text-sm tabular-nums">
            <bdi dir="ltr">
              {back} {ratio(ink, back)}
            </bdi>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Contrast of two tokens in the theme shown now, measured on the page itself. */
function useContrast(): (front: string, back: string) => string {
  const [theme, setTheme] = useState(0);
  useEffect(() => {
    const changed = () => setTheme((count) => count + 1);
    const observer = new MutationObserver(changed);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', changed);
    return () => {
      observer.disconnect();
      dark.removeEventListener('change', changed);
    };
  }, []);
  void theme;
  return (front, back) => {
    const [light, dark] = [luminanceOf(front), luminanceOf(back)].sort((a, b) => b - a);
    return (((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)).toFixed(1);
  };
}

/** Relative luminance by WCAG 2.2 of a token as the page shows it. */
function luminanceOf(token: string): number {
  const probe = document.createElement('span');
  probe.style.color = `var(--${token})`;
  document.body.append(probe);
  const [red = 0, green = 0, blue = 0] = (getComputedStyle(probe).color.match(/[\d.]+/g) ?? []).map(
    (part) => {
      const share = Number(part) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    },
  );
  probe.remove();
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const scale = [
  ['text-display', 'أعلن الآن وادفع لاحقًا', 'Advertise now'],
  ['text-title', 'حملة الآن، ثم قسط أو قسطان أو ثلاثة', 'One campaign now, three payments later'],
  ['text-heading', 'القسط التالي في 20 نوفمبر 2026', 'Next installment on 20 November 2026'],
  ['text-lg', 'ندفع لوكالتك مقدمًا وتسدد لاحقًا.', 'We pay your agency up front, you repay later.'],
  ['text-base', 'بلا فوائد ولا رسوم خفية.', 'No interest, no hidden fees.'],
  ['text-sm', 'التواريخ بتوقيت الرياض.', 'Dates are in Riyadh time.'],
  ['eyebrow', 'الميزانية المتاحة', 'Available budget'],
] as const;

function Type() {
  return (
    <ul>
      {scale.map(([name, arabic, latin]) => (
        <li key={name} className="border-t border-line py-4">
          <code className="eyebrow" dir="ltr">
            {name}
          </code>
          <div className="grid items-baseline gap-x-8 gap-y-2 lg:grid-cols-2">
            <p className={name} lang="en" dir="ltr">
              {latin}
            </p>
            <p className={name} lang="ar" dir="rtl">
              {arabic}
            </p>
          </div>
        </li>
      ))}
      <li className="border-t border-line py-4">
        <code className="eyebrow" dir="ltr">
          text-figure
        </code>
        <p className="text-figure tabular-nums" dir="ltr">
          0123456789.50
        </p>
      </li>
    </ul>
  );
}
